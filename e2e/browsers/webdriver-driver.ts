/**
 * Drives WebKitGTK's MiniBrowser through its WebDriver (https://www.w3.org/TR/webdriver2/), on a display of its own. It
 * cannot keep a profile (each session is a private window), and reports console messages only after a page has loaded.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, LOOPBACK } from '../../scripts/loopback.ts';
import { startProcess } from './browser-process.ts';
import { type Browser, type Conditions, type LaunchOptions, REPORT_VIOLATIONS, type Tab } from './driver.ts';
import { clickActions, pressActions, typeActions } from './w3c-actions.ts';

type Method = 'GET' | 'POST' | 'DELETE';

interface Session {
  session: string;
  end(): Promise<void>;
}

const SCREEN = '1600x1200x24';
const START_LIMIT_MS = 30_000;
const COMMAND_LIMIT_MS = 30_000;
const SESSION_ATTEMPTS = 4;

const LISTEN = `(() => {
  if (window.journeyNoise) return;
  window.journeyNoise = [];
  const note = (text) => window.journeyNoise.push(String(text));
  for (const level of ['error', 'warn']) {
    const write = console[level];
    console[level] = (...words) => { note('console ' + level + ': ' + words.join(' ')); write.apply(console, words); };
  }
  addEventListener('error', ({ message }) => note('uncaught error: ' + message));
  addEventListener('unhandledrejection', ({ reason }) => note('uncaught error: ' + reason));
  ${REPORT_VIOLATIONS};
  new ReportingObserver((reports) => reports.forEach(({ type, url, body }) => note(type + ' ' + url + ' ' + JSON.stringify(body))), { buffered: true }).observe();
})()`;

export async function launchWebKitGtk(options: LaunchOptions): Promise<Browser> {
  const settings = join(options.folder, 'gtk-3.0');
  await mkdir(settings);
  const animations = options.conditions.motion === 'reduced' ? 'false' : 'true';
  await writeFile(join(settings, 'settings.ini'), `[Settings]\ngtk-enable-animations=${animations}\n`);

  const { session, end } = await startSession(options, SESSION_ATTEMPTS);
  const first = await send<string>('GET', `${session}/window`);
  const noise: string[] = [];
  return {
    noise,
    async openTab() {
      // The window that was selected last may be closed.
      await send('POST', `${session}/window`, { handle: first });
      const { handle } = await send<{ handle: string }>('POST', `${session}/window/new`, { type: 'window' });
      return makeTab(session, handle, noise);
    },
    async close() {
      await send('DELETE', session);
      await end();
    },
  };
}

/** Driver and browser sometimes fail to connect (five of 45 starts on two busy cores). Then it tries another pair. */
async function startSession(options: LaunchOptions, attempts: number): Promise<Session> {
  const { path, proxyPort, folder, conditions } = options;
  const screen = ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
  const display = await startProcess('Xvfb', screen, {}, /^(\d+)$/);
  const port = await findFreePort();
  const driver = await startProcess(path, [`--port=${port}`], {
    DISPLAY: `:${display.found}`,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    XDG_CONFIG_HOME: folder,
    // Its sandbox does not work for root, whom containers and CI often run as.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  });
  const end = async () => {
    await driver.end();
    // Ends what the driver left on the display.
    await display.end();
  };
  const server = `http://${LOOPBACK}:${port}`;
  const capabilities = {
    alwaysMatch: {
      'webkitgtk:browserOptions': { args: ['--automation', ...flagsOf(conditions)] },
      proxy: { proxyType: 'manual', httpProxy: `${LOOPBACK}:${proxyPort}`, noProxy: [LOOPBACK] },
    },
  };
  try {
    await untilReady(server);
    const { sessionId } = await send<{ sessionId: string }>('POST', `${server}/session`, { capabilities });
    return { session: `${server}/session/${sessionId}`, end };
  } catch (error) {
    await end();
    if (attempts === 1) throw error;
    return startSession(options, attempts - 1);
  }
}

function flagsOf({ storage, scripts }: Conditions): string[] {
  return [
    ...(storage === 'refused' ? ['--enable-html5-local-storage=false', '--enable-html5-database=false'] : []),
    ...(scripts === 'off' ? ['--enable-javascript-markup=false'] : []),
  ];
}

function makeTab(session: string, handle: string, noise: string[]): Tab {
  /** Selects the window first, because every command goes to the selected one. */
  async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
    await send('POST', `${session}/window`, { handle });
    return send<T>(method, `${session}/${path}`, body);
  }
  const evaluate = (expression: string) =>
    ask<string>('POST', 'execute/sync', { script: `return ${expression}`, args: [] });
  const act = (actions: object[]) => ask<void>('POST', 'actions', { actions });
  const listen = () => evaluate(LISTEN);
  const takeNoise = async () => {
    const heard: string[] = JSON.parse(await evaluate('JSON.stringify(window.journeyNoise?.splice(0) ?? [])'));
    noise.push(...heard);
  };
  return {
    async open(url) {
      await takeNoise();
      await ask('POST', 'url', { url });
      await listen();
    },
    async reload() {
      await takeNoise();
      await ask('POST', 'refresh', {});
      await listen();
    },
    async evaluate(expression) {
      const value = await evaluate(expression);
      await takeNoise();
      return value;
    },
    click: (x, y) => act(clickActions(x, y)),
    press: (key) => act(pressActions(key)),
    type: (text) => act(typeActions(text)),
    resize: (width, height) => ask('POST', 'window/rect', { width, height }),
    async close() {
      await takeNoise();
      await ask('DELETE', 'window');
    },
  };
}

async function untilReady(server: string): Promise<void> {
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (!(await send('GET', `${server}/status`).catch(() => null))) {
    if (Date.now() > giveUpAt) throw new Error('WebKitWebDriver does not answer.');
    await sleep(50);
  }
}

async function send<T>(method: Method, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(COMMAND_LIMIT_MS),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

/** Drives an installed Firefox through WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), without a driver. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOOPBACK } from '../../scripts/loopback.ts';
import { startProcess } from './browser-process.ts';
import { type Browser, type LaunchOptions, REPORT_VIOLATIONS, type Tab } from './driver.ts';
import { clickActions, pressActions, typeActions } from './w3c-actions.ts';

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

export async function launchFirefox(options: LaunchOptions): Promise<Browser> {
  const { path, folder, conditions } = options;
  const preferences = Object.entries(preferencesFor(options));
  const lines = preferences.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(folder, 'user.js'), lines.join('\n'));
  const firefox = await startProcess(
    path,
    ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
    {},
    /WebDriver BiDi listening on (\S+)/,
  );

  const noise: string[] = [];
  const { send, disconnect } = await connect(`${firefox.found}/session`, (entry) => {
    if (entry.level === 'error' || entry.level === 'warn') noise.push(`console ${entry.level}: ${entry.text}`);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  await send('script.addPreloadScript', { functionDeclaration: `() => { ${REPORT_VIOLATIONS} }` });

  return {
    noise,
    async openTab() {
      const { context } = await send('browsingContext.create', { type: 'window' });
      // Scripts in a sandbox run even if those of the page may not.
      return makeTab(send, String(context), conditions.scripts === 'off' ? { sandbox: 'journey' } : {});
    },
    async close() {
      await send('browser.close', {});
      disconnect();
      await firefox.end();
    },
  };
}

/** What other browsers get on the command line. */
function preferencesFor({ proxyPort, conditions }: LaunchOptions): Record<string, string | number | boolean> {
  return {
    'network.proxy.type': 1,
    'network.proxy.http': LOOPBACK,
    'network.proxy.http_port': proxyPort,
    'network.proxy.ssl': LOOPBACK,
    'network.proxy.ssl_port': proxyPort,
    'network.proxy.no_proxies_on': LOOPBACK,
    'intl.accept_languages': 'pt-BR',
    'services.settings.server': 'data:,#none',
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    ...(conditions.window === 'private' ? { 'browser.privatebrowsing.autostart': true } : {}),
    ...(conditions.storage === 'refused' ? { 'network.cookie.cookieBehavior': 2 } : {}),
    ...(conditions.scripts === 'off' ? { 'javascript.enabled': false } : {}),
    'ui.prefersReducedMotion': conditions.motion === 'reduced' ? 1 : 0,
  };
}

function makeTab(send: Send, context: string, realm: { sandbox?: string }): Tab {
  const act = async (actions: object[]) => void (await send('input.performActions', { context, actions }));
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    async evaluate(expression) {
      const target = { context, ...realm };
      const answer = await send('script.evaluate', { expression, target, awaitPromise: false });
      if (answer['type'] !== 'success') throw new Error(JSON.stringify(answer['exceptionDetails']));
      return String(Object(answer['result']).value);
    },
    click: (x, y) => act(clickActions(x, y)),
    press: (key) => act(pressActions(key)),
    type: (text) => act(typeActions(text)),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    close: async () => void (await send('browsingContext.close', { context })),
  };
}

interface LogEntry {
  level: string;
  text: string | null;
}

interface Incoming {
  type: 'success' | 'error' | 'event';
  id?: number;
  method?: string;
  params?: LogEntry;
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

async function connect(url: string, onLog: (entry: LogEntry) => void): Promise<{ send: Send; disconnect: () => void }> {
  const socket = new WebSocket(url);
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;

  socket.addEventListener('message', ({ data }) => {
    const incoming: Incoming = JSON.parse(data);
    if (incoming.method === 'log.entryAdded' && incoming.params) return onLog(incoming.params);
    const command = waiting.get(incoming.id ?? 0);
    waiting.delete(incoming.id ?? 0);
    if (incoming.type === 'success') command?.resolve(incoming.result ?? {});
    else command?.reject(new Error(`${incoming.error}: ${incoming.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection.'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}.`)));
  });

  return {
    send(method, params) {
      lastId += 1;
      const id = lastId;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    disconnect: () => socket.close(),
  };
}

import {
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserType,
  chromium,
  firefox,
  type Page,
  webkit,
} from '@playwright/test';
import { LOOPBACK } from '../../scripts/loopback.ts';
import { chromiumLaunchOptions } from '../chromium.ts';
import {
  type Browser,
  type Engine,
  type LaunchOptions,
  REFUSE_STORAGE,
  REPORT_VIOLATIONS,
  type Tab,
} from './driver.ts';

const TYPES: Record<Engine['name'], BrowserType> = { chromium, firefox, webkit };

export async function launchWithPlaywright(name: Engine['name'], options: LaunchOptions): Promise<Browser> {
  const { path, proxyPort, folder, conditions } = options;
  const type = TYPES[name];
  const launchOptions = {
    executablePath: path,
    proxy: { server: `http://${LOOPBACK}:${proxyPort}`, bypass: LOOPBACK },
    ...(name === 'chromium' ? { args: chromiumLaunchOptions(proxyPort).args ?? [] } : {}),
  };
  const contextOptions: BrowserContextOptions = {
    locale: 'pt-BR',
    javaScriptEnabled: conditions.scripts !== 'off',
    reducedMotion: conditions.motion === 'reduced' ? 'reduce' : 'no-preference',
  };
  // A private window is a context without a profile.
  const isPrivate = conditions.window === 'private';
  const browser = isPrivate ? await type.launch(launchOptions) : null;
  const context = browser
    ? await browser.newContext(contextOptions)
    : await type.launchPersistentContext(folder, { ...launchOptions, ...contextOptions });
  if (conditions.storage === 'refused') await context.addInitScript(REFUSE_STORAGE);
  await context.addInitScript(REPORT_VIOLATIONS);

  return {
    noise: listen(context),
    openTab: async () => toTab(await context.newPage()),
    async close() {
      await context.close();
      await browser?.close();
    },
  };
}

function listen(context: BrowserContext): string[] {
  const noise: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      noise.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => void noise.push(`uncaught error: ${error.error().message}`));
  return noise;
}

function toTab(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => page.evaluate<string>(expression),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => page.close(),
  };
}

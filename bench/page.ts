import type { Browser, Page, Request } from '@playwright/test';
import { lookAtSite } from '../e2e/serve-site.ts';
import { measureMotion, PHONE, WIDE } from './motion.ts';

/** Node's types know fewer kinds of entries than a browser. */
type BrowserObservation = { entryTypes: [] };

const RUNS = 3;
const CPU_SLOWDOWN = 4;
/** As Lighthouse simulates a phone: slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const PATHS = ['/inicio', '/sobremim', '/projetos', '/contato'];

interface FirstTap {
  name: string;
  path: string;
  isWide?: boolean;
  act: (page: Page) => Promise<unknown>;
}

const FIRST_TAPS: FirstTap[] = [
  { name: 'menu', path: '/inicio', act: (page) => tap(page, '[aria-haspopup="dialog"]') },
  { name: 'theme switch', path: '/sobremim', act: (page) => tap(page, '[data-theme-switch]') },
  { name: 'arrow', path: '/projetos', isWide: true, act: (page) => tap(page, '[aria-label="Próximos projetos"]') },
  { name: 'field', path: '/contato', act: (page) => tap(page, '[name="name"]') },
  { name: 'key in a field', path: '/contato', act: (page) => page.keyboard.press('a') },
  { name: "'Enviar'", path: '/contato', act: send },
];
/** After the first paint: at once, while the script is loading, during hydration, and when nothing happens any more. */
const MOMENTS_MS = [0, 150, 300, 450, 600, 900, 1500, 3000];

/** `npm run bench:page`. Prints figures; nothing passes or fails. */
export async function benchPage(): Promise<void> {
  await lookAtSite(async (browser, origin) => {
    console.log(`\nFirst visit on a phone: slow 4G, processor ${CPU_SLOWDOWN} times slower, median of ${RUNS}`);
    const loads = [];
    for (const path of PATHS) loads.push({ path, ...(await measureLoad(browser, origin + path)) });
    console.table(loads);

    console.log(
      'First tap or key: milliseconds until the screen answers (Event Timing), by the moment after the first paint',
    );
    const answers: Record<string, Record<string, number | string>> = {};
    for (const firstTap of FIRST_TAPS) {
      const row: Record<string, number | string> = {};
      for (const moment of MOMENTS_MS) row[`+${moment}`] = await measureFirstTap(browser, origin, firstTap, moment);
      answers[firstTap.name] = row;
    }
    console.table(answers);

    console.log('Frames drawn while something moves');
    console.table(await measureMotion(browser, origin, CPU_SLOWDOWN));
  });
}

async function measureLoad(browser: Browser, url: string): Promise<Record<string, number>> {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { page, close } = await openSlowPage(browser, PHONE);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    const paints = await page.evaluate(readPaints);
    const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize));
    const firstScript = requests.findIndex((request) => request.url().endsWith('.js'));
    runs.push({
      ...paints,
      'HTML B': sizes[0] ?? 0,
      'script B': sizes.filter((_, index) => requests[index]?.url().endsWith('.js')).reduce((a, b) => a + b, 0),
      'all B': sizes.reduce((a, b) => a + b, 0),
      'requests before script': firstScript,
      requests: requests.length,
    });
    await close();
  }
  const medians: Record<string, number> = {};
  for (const key of Object.keys(runs[0] ?? {})) {
    const values = runs.map((run) => run[key] ?? 0).sort((a, b) => a - b);
    medians[key] = values[Math.floor(values.length / 2)] ?? 0;
  }
  return medians;
}

/** Runs in the page. */
function readPaints() {
  return new Promise<Record<string, number>>((resolve) => {
    const [fcp] = performance.getEntriesByName('first-contentful-paint');
    let lcp = 0;
    let cls = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true } as unknown as BrowserObservation);
    new PerformanceObserver((list) => {
      // TypeScript does not know this entry: https://wicg.github.io/layout-instability/
      for (const entry of list.getEntries()) cls += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true } as unknown as BrowserObservation);
    setTimeout(() => resolve({ 'FCP ms': Math.round(fcp?.startTime ?? 0), 'LCP ms': Math.round(lcp), CLS: cls }), 100);
  });
}

/** Milliseconds from the input to the next frame that shows its effect; Event Timing rounds to 8. */
async function measureFirstTap(browser: Browser, origin: string, { path, isWide, act }: FirstTap, moment: number) {
  const { page, close } = await openSlowPage(browser, isWide ? WIDE : PHONE);
  await page.addInitScript(() => {
    const durations: number[] = [];
    // The least that the specification allows.
    const options = { type: 'event', durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (/^(pointerdown|pointerup|click|keydown|keypress|keyup)$/.test(entry.name)) durations.push(entry.duration);
      }
    }).observe(options as unknown as BrowserObservation);
    Object.assign(globalThis, { durations });
  });
  await page.goto(origin + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, null, {
    polling: 10,
  });
  if (path === '/contato') await page.locator('[name="name"]').evaluate((field) => field.focus());
  await page.waitForTimeout(moment);
  await act(page);
  await page.waitForTimeout(1500);
  const durations: number[] = await page.evaluate(() => Reflect.get(globalThis, 'durations'));
  await close();
  return durations.length === 0 ? '<16' : Math.max(...durations);
}

/** Clicks without Playwright's checks, which would wait until the page is idle. */
async function tap(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not to be seen`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Fills in the form at once, as a password manager does. */
async function send(page: Page): Promise<void> {
  const button = 'form button[type="submit"]';
  await page.locator(button).evaluate((element) => {
    const form = element.closest('form');
    const values = { name: 'Ana Souza', email: 'ana@example.com', text: 'Quero conversar sobre um projeto.' };
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name);
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  await tap(page, button);
}

async function openSlowPage(browser: Browser, viewport: typeof WIDE) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, close: () => context.close() };
}

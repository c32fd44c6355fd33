import type { Browser, Page } from '@playwright/test';

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 412, height: 823 };
/** One and a half frames at 60 Hz. */
const LATE_FRAME_MS = 25;

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
  /** https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/animation/compositor_animations.h, FailureReason */
  args?: { data?: { compositeFailed?: number; unsupportedProperties?: string[] } };
}

interface Motion {
  name: string;
  path: string;
  viewport: typeof WIDE;
  ms: number;
  start?: (page: Page) => Promise<unknown>;
}

const MOTIONS: Motion[] = [
  { name: 'sea and icons', path: '/inicio', viewport: WIDE, ms: 3000 },
  { name: 'sea, phone', path: '/inicio', viewport: PHONE, ms: 3000 },
  { name: 'change of page', path: '/inicio', viewport: WIDE, ms: 900, start: press('header a[href="/projetos"]') },
  { name: 'page of cards', path: '/projetos', viewport: WIDE, ms: 900, start: press('button[aria-label^="Próximos"]') },
  { name: 'theme', path: '/inicio', viewport: WIDE, ms: 900, start: press('[data-theme-switch]') },
  { name: 'menu', path: '/inicio', viewport: PHONE, ms: 700, start: press('[aria-haspopup="dialog"]') },
  { name: 'countdown', path: '/contato', viewport: WIDE, ms: 4500, start: send },
];

/** Frames drawn while something moves, with the main thread slowed down. One row for each motion. */
export async function measureMotion(browser: Browser, origin: string, cpuSlowdown: number) {
  const rows = [];
  for (const { name, path, viewport, ms, start } of MOTIONS) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.goto(origin + path);
    // Until the script is loaded, and the logo is drawn.
    await page.waitForTimeout(2500);
    await browser.startTracing(page, {
      categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
    });
    await start?.(page);
    await page.waitForTimeout(ms);
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
    await context.close();
    rows.push({ motion: name, ...countFrames(traceEvents) });
  }
  return rows;
}

function countFrames(events: TraceEvent[]) {
  const times = events.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1000);
  times.sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const onMainThread = events.flatMap(({ args }) =>
    args?.data?.compositeFailed ? (args.data.unsupportedProperties ?? []) : [],
  );
  return {
    frames: times.length,
    'frames a second': Math.round((gaps.length * 1000) / gaps.reduce((a, b) => a + b, 0)),
    'later than 25 ms': gaps.filter((gap) => gap > LATE_FRAME_MS).length,
    'longest gap ms': Math.round(Math.max(...gaps)),
    'not on the compositor': [...new Set(onMainThread)].join(', '),
  };
}

function press(selector: string) {
  return (page: Page) => page.locator(selector).first().click();
}

async function send(page: Page) {
  await page.route('**/save-message', (route) => route.fulfill({ status: 201, json: {} }));
  await page.fill('[name="name"]', 'Ana Souza');
  await page.fill('[name="email"]', 'ana@example.com');
  await page.fill('[name="text"]', 'Quero conversar sobre um projeto.');
  await page.click('form button[type="submit"]');
}

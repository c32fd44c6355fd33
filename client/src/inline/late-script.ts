/**
 * Stands in every page of the router as text in the HTML (client/build/build.ts puts it there): it fetches the site's script after the first
 * paint, when the browser is idle or at the visitor's first sign of intent. What needs React waits until then: a click on a button of the
 * content, or a form that is sent. Links, fields and the menu work without it (docs/decisions).
 */

/** How long a form waits for the outbox, which is worth more to a message than a second more, before the browser posts it by itself. */
const FORM_PATIENCE_MS = 5000;
/** How long to wait for a paint that may never come. */
const LONGEST_WAIT_FOR_PAINT_MS = 2000;
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

/** The element beside this one, of a type that no browser runs: it names the site's script and vouches for its content. */
const site = document.querySelector<HTMLScriptElement>('script[type="text/late-module"]');
const untilHydrated = new AbortController();
/** Does again what the visitor did. */
const held: (() => void)[] = [];
let isFetching = false;

/**
 * Fetches the site's script, all its parts at the same time; if it cannot be had, the browser does what is left to do, by itself. The parts
 * run one by one, with room between them for what the visitor does.
 */
async function fetchScript() {
  if (isFetching) return;
  isFetching = true;
  const parts = site?.dataset['parts']?.split(' ') ?? [];
  for (const href of [...parts, site?.src ?? '']) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    if (href === site?.src) link.integrity = site.integrity;
    document.head.append(link);
  }
  for (const part of parts) {
    // If one cannot be had, the last one, which needs them all, knows what to do.
    await import(/* @vite-ignore */ part).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve));
  }
  const script = document.createElement('script');
  script.type = 'module';
  script.integrity = site?.integrity ?? '';
  script.src = site?.src ?? '';
  script.addEventListener('error', replay);
  document.head.append(script);
}

function hold(event: Event) {
  const { target } = event;
  if (target instanceof HTMLFormElement) {
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    held.push(() => target.requestSubmit(submitter));
    setTimeout(replay, FORM_PATIENCE_MS);
  } else {
    const button = target instanceof Element && target.closest<HTMLElement>('main button[type="button"]');
    if (!button) return;
    held.push(() => button.click());
  }
  event.preventDefault();
  // React, if it is half there by now, would answer it once more.
  event.stopPropagation();
}

/** Hands over to React, or to the browser. */
function replay() {
  untilHydrated.abort();
  // Not inside React's own work.
  for (const repeat of held.splice(0)) setTimeout(repeat);
}

const untilHydratedOptions = { capture: true, signal: untilHydrated.signal };
document.addEventListener('click', hold, untilHydratedOptions);
document.addEventListener('submit', hold, untilHydratedOptions);
for (const name of INTENT_EVENTS) {
  document.addEventListener(name, fetchScript, { ...untilHydratedOptions, once: true, passive: true });
}
// Sent by components/site-layout.tsx.
document.addEventListener('hydrated', replay, { once: true });

/** What is out of sight at first, and must not keep what is in sight from the connection. One at a time: a dozen at once are long to paint. */
async function showLateDrawings() {
  for (const use of document.querySelectorAll<SVGUseElement>('[data-late-href]')) {
    use.setAttribute('href', use.dataset['lateHref'] ?? '');
    await new Promise<void>(whenIdle);
  }
}

/** Says where the web app manifest is: browsers fetch it on sight, be the page painted or not. */
function nameManifest() {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/site.webmanifest' }));
}

/** Calls back when the page's words are on the screen; a page in a hidden tab is not painted, and must not wait for ever. */
function whenPainted(callBack: () => void) {
  const timer = setTimeout(done, LONGEST_WAIT_FOR_PAINT_MS);
  // A background may be painted a frame or two before the words are.
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) done();
  });
  observer.observe({ type: 'paint', buffered: true });
  function done() {
    observer.disconnect();
    clearTimeout(timer);
    callBack();
  }
}

function whenIdle(callBack: () => void) {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(callBack);
  else setTimeout(callBack, 50);
}

addEventListener('load', () =>
  whenPainted(() =>
    whenIdle(() => {
      void showLateDrawings();
      nameManifest();
      whenIdle(() => void fetchScript());
    }),
  ),
);

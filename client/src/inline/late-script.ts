/**
 * Inline in every page of the router: fetches the site's script after the first paint, when the browser is idle or at
 * the visitor's first action. Until hydration it holds clicks on the content's buttons and submits, which need React.
 */

/** How long a submit is held for the outbox before the browser posts the form. */
const FORM_PATIENCE_MS = 5000;
const LONGEST_WAIT_MS = 2000;
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

/** Written by build/build.ts. */
const site = document.querySelector<HTMLScriptElement>('script[type="text/late-module"]');
const { src = '', integrity = '' } = site ?? {};
const untilHydrated = new AbortController();
const heldEvents: (() => void)[] = [];
let isFetching = false;

/** Fetches all in parallel, and runs each chunk in its own task, so that the browser can handle taps between them. */
async function fetchScript() {
  if (isFetching) return;
  isFetching = true;
  const { styles = '', parts = '' } = site?.dataset ?? {};
  const styled = new Promise((resolve) => {
    addToHead('link', { rel: 'stylesheet', href: styles, onload: resolve, onerror: replay });
  });
  const addresses = parts.split(' ');
  for (const href of addresses) addToHead('link', { rel: 'modulepreload', href });
  addToHead('link', { rel: 'modulepreload', href: src, integrity });
  for (const part of addresses) {
    // If one fails, the entry, which imports them all, fails too.
    await import(/* @vite-ignore */ part).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve));
  }
  // React renders parts for which this page has no inline styles.
  await styled;
  addToHead('script', { type: 'module', src, integrity, onerror: replay });
}

function addToHead(tagName: 'link' | 'script', properties: Partial<HTMLLinkElement & HTMLScriptElement>) {
  document.head.append(Object.assign(document.createElement(tagName), properties));
}

function hold(event: Event) {
  const { target } = event;
  if (target instanceof HTMLFormElement) {
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    heldEvents.push(() => target.requestSubmit(submitter));
    setTimeout(replay, FORM_PATIENCE_MS);
  } else {
    const button =
      target instanceof Element && target.closest<HTMLElement>('main button[type="button"]:not([data-sea-switch])');
    if (!button) return;
    heldEvents.push(() => button.click());
  }
  event.preventDefault();
  // React may be listening already.
  event.stopPropagation();
}

/** Called when React can handle the events, or when the browser must, as the script did not load. */
function replay() {
  untilHydrated.abort();
  // Not during React's commit.
  for (const repeat of heldEvents.splice(0)) setTimeout(repeat);
}

const untilHydratedOptions = { capture: true, signal: untilHydrated.signal };
document.addEventListener('click', hold, untilHydratedOptions);
document.addEventListener('submit', hold, untilHydratedOptions);
for (const name of INTENT_EVENTS) {
  document.addEventListener(name, fetchScript, { ...untilHydratedOptions, once: true, passive: true });
}
// Sent by components/site-layout.tsx.
document.addEventListener('hydrated', replay, { once: true });

/** Paints the drawings below the first screen one by one, as all at once would be a long task. */
async function showLateDrawings() {
  for (const use of document.querySelectorAll<SVGUseElement>('[data-late-href]')) {
    use.setAttribute('href', use.dataset['lateHref'] ?? '');
    await untilIdle();
  }
}

/** With a time limit, as a hidden tab is not painted. */
function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}

/** With a time limit, as a page that is busy, or one that a resized window has stopped, is not idle for long. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, 50);
  });
}

addEventListener('load', async () => {
  await untilPainted();
  await untilIdle();
  void showLateDrawings();
  await untilIdle();
  await fetchScript();
});

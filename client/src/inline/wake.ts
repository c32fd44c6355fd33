/**
 * Stands in every page of the router, as text in the HTML (client/build.ts puts it there): it fetches the site's real script after the
 * first paint, when the browser is idle or at the visitor's first sign of intent, and answers what the visitor does until then.
 * Nothing is lost: fields keep what is typed, and a click that needs the router waits for it (docs/decisions).
 */
import { isOnPage, nextPageStart, previousPageStart } from '../pages/projects/paging.ts';
import { AWAKE_EVENT } from './awake-event.ts';

/** How long a link waits for the router before the browser follows it by itself. */
const LINK_PATIENCE_MS = 2000;
/** How long a form waits for the outbox, which is worth more to a message than a second more, before the browser posts it by itself. */
const FORM_PATIENCE_MS = 5000;
/** How long to wait for a paint that may never come. */
const LONGEST_WAIT_FOR_PAINT_MS = 2000;
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

/** The element beside this one, of a type that no browser runs: it names the site's script and vouches for its content. */
const site = document.querySelector<HTMLScriptElement>('script[type="text/late-module"]');
const untilAwake = new AbortController();
/** What the visitor asked for last that only the real script can do. */
let held: (() => void) | null = null;
let isWaking = false;

/**
 * Fetches the real script, all its parts at the same time; if it cannot be had, the browser does what is left to do, by itself. The parts
 * run one by one, with room between them for what the visitor does.
 */
async function wake() {
  if (isWaking) return;
  isWaking = true;
  const parts = site?.dataset['preload']?.split(' ').filter(Boolean) ?? [];
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
  script.addEventListener('error', release);
  document.head.append(script);
}

/** Hands over to the real script, or to the browser. */
function release() {
  untilAwake.abort();
  const last = held;
  held = null;
  // Not in the midst of React's own work.
  if (last) setTimeout(last);
}

function onClick(event: MouseEvent) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const dialog = target.closest('dialog');
  const button = target.closest('button');
  const link = target.closest('a');
  if (button?.getAttribute('aria-haspopup') === 'dialog') openDialog(button);
  else if (target === dialog || (dialog && button)) dialog.close();
  else if (button?.dataset['turn']) turnPage(button.dataset['turn']);
  else {
    if (link) holdLink(link, event);
    return;
  }
  // What is done is done: React, if it is half awake by now, would do it once more.
  event.stopPropagation();
}

function openDialog(button: HTMLElement) {
  const dialog = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** The cards of the next or previous page, as projects-page.tsx shows them; it goes on from there. */
function turnPage(direction: string) {
  const cards = [...document.querySelectorAll('[data-card]')];
  const start = cards.findIndex((card) => !card.hasAttribute('data-off-page'));
  const newStart = (direction === 'next' ? nextPageStart : previousPageStart)(start, cards.length);
  for (const [index, card] of cards.entries()) card.toggleAttribute('data-off-page', !isOnPage(index, newStart));
}

function holdLink(link: HTMLAnchorElement, event: MouseEvent) {
  const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const isPageOfSite = link.origin === location.origin && !link.target && link.pathname !== location.pathname;
  if (!isPlainClick || !isPageOfSite) return;
  event.preventDefault();
  link.closest('dialog')?.close();
  const timer = setTimeout(() => location.assign(link.href), LINK_PATIENCE_MS);
  held = () => {
    clearTimeout(timer);
    // By then either the router takes the click, or the browser follows the link.
    link.click();
  };
}

function onSubmit(event: SubmitEvent) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  const timer = setTimeout(release, FORM_PATIENCE_MS);
  held = () => {
    clearTimeout(timer);
    form.requestSubmit(submitter);
  };
}

const untilAwakeOptions = { capture: true, signal: untilAwake.signal };
document.addEventListener('click', onClick, untilAwakeOptions);
document.addEventListener('submit', onSubmit, untilAwakeOptions);
for (const name of INTENT_EVENTS) {
  document.addEventListener(name, wake, { ...untilAwakeOptions, once: true, passive: true });
}
document.addEventListener(AWAKE_EVENT, release, { once: true });

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
      whenIdle(() => void wake());
    }),
  ),
);

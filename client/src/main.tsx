import './styles/index.css';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { fetchTextFont } from './components/text-font.ts';
import { AWAKE_EVENT } from './inline/awake-event.ts';
import { hasMessages } from './outbox/stores.ts';
import { fetchPagesAhead, isPath, pageModules } from './page-modules.ts';
import { type LoadedPage, makeRoutes } from './routes.tsx';
import { announceTakeOver } from './take-over.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root');

const builtFor = location.pathname;
// Built pages arrive with their content; the development server sends an empty root.
const isBuilt = root.firstElementChild !== null;
expectSkippedTransitions();
// A task of its own: with what follows it would be a long one for a phone, and a tap in between is answered at once.
await nextTask();
// The page's own module must be there before React looks at the page, or it would take the content for a mistake.
const loaded = await loadCurrentPage();
if (!isBuilt) createRoot(root).render(makeApp(createBrowserRouter(makeRoutes(loaded))));
else if (loaded !== undefined) await hydrate(root, loaded);
// The page works without the script, and holds what was typed: an error in its place would not.
else document.dispatchEvent(new Event(AWAKE_EVENT));
fetchPagesAhead();
whenIdle(fetchTextFont);

// A message that another visit or tab has left gets its next chance on any page, once that page has nothing else to do.
whenIdle(takeUpMessages);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') whenIdle(takeUpMessages);
});

async function takeUpMessages() {
  if (!(await hasMessages())) return;
  const { openOutbox } = await import('./outbox/outbox.ts');
  openOutbox();
}

function whenIdle(task: () => Promise<void>) {
  // Safari has no idle callbacks. If something cannot be loaded now, the next visit will try again.
  const run = () => void task().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 1000);
}

/** @returns undefined where the page has no module, or it cannot be had */
async function loadCurrentPage(): Promise<LoadedPage | undefined> {
  for (;;) {
    const { pathname } = location;
    // Some hosts put a slash behind it.
    const path = pathname.replace(/\/$/, '');
    const Component = isPath(path) ? await pageModules[path].fetch().catch(() => undefined) : undefined;
    // Who goes back to another page of this document in the meantime is not to find the old one's module.
    if (location.pathname === pathname) return isPath(path) && Component ? { path, Component } : undefined;
  }
}

async function hydrate(builtPage: Element, initialPage: LoadedPage) {
  // With data at hand, be it none, the router does not begin by scrolling to the top: that would throw back a reader who has scrolled.
  const router = createBrowserRouter(makeRoutes(initialPage), { hydrationData: { loaderData: {} } });
  await nextTask();
  // As a transition React works in slices.
  startTransition(() => void hydrateRoot(builtPage, makeApp(router), { onRecoverableError }));
}

function makeApp(router: ReturnType<typeof createBrowserRouter>) {
  return (
    <StrictMode>
      <Awake>
        <RouterProvider router={router} />
      </Awake>
    </StrictMode>
  );
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** React has drawn the page anew. If the visitor went elsewhere while it took over, that is as it should be. */
function onRecoverableError(error: unknown) {
  if (location.pathname === builtFor) reportError(error);
}

/**
 * Announces the take-over in the same breath in which the components have read what the script in the page did to it: a click between
 * the two would be lost on them.
 */
function Awake({ children }: { children: ReactNode }) {
  useLayoutEffect(announceTakeOver, []);
  return children;
}

/**
 * The browser gives up a view transition when the window is resized, or the visitor goes on at once: the new page appears without movement.
 * The router does not listen to that (`ready` rejects), and an error that nobody listens to is reported as one of the page's.
 */
function expectSkippedTransitions() {
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}

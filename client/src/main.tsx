import './styles/index.css';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { fetchTextFont } from './components/text-font.ts';
import { AWAKE_EVENT } from './inline/awake-event.ts';
import { hasMessages } from './outbox/stores.ts';
import { fetchPagesAhead, isPath, pageModules } from './page-modules.ts';
import { routes } from './routes.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root');

const builtFor = location.pathname;
// Built pages arrive with their content; the development server sends an empty root.
const isBuilt = root.firstElementChild !== null;
// The page's own module must be there before React looks at the page, or it would take the content for a mistake.
if (!isBuilt || (await hasModuleOf(builtFor))) await takeOver(root);
// The page works without the script, and holds what was typed: an error in its place would not.
else document.dispatchEvent(new Event(AWAKE_EVENT));
fetchPagesAhead();
whenIdle(fetchTextFont);

// A message that could not be delivered on an earlier visit gets its next chance on any page, once that page has nothing else to do.
whenIdle(async () => {
  if (!(await hasMessages())) return;
  const { openOutbox } = await import('./outbox/outbox.ts');
  openOutbox();
});

function whenIdle(task: () => Promise<void>) {
  // Safari has no idle callbacks. If something cannot be loaded now, the next visit will try again.
  const run = () => void task().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 1000);
}

async function hasModuleOf(pathname: string): Promise<boolean> {
  // Some hosts put a slash behind it.
  const path = pathname.replace(/\/$/, '');
  if (!isPath(path)) return false;
  return pageModules[path].fetch().then(
    () => true,
    () => false,
  );
}

async function takeOver(page: Element) {
  expectSkippedTransitions();
  const router = createBrowserRouter(routes);
  await untilInitialized(router);
  // The router would begin by scrolling to the top, and throw back a reader who has scrolled in the meantime.
  if (isBuilt) await router.navigate(router.state.location, { replace: true, preventScrollReset: true });
  const app = (
    <StrictMode>
      <Awake>
        <RouterProvider router={router} />
      </Awake>
    </StrictMode>
  );
  // As a transition React works in slices, and a tap in between is answered at once.
  startTransition(() => {
    if (isBuilt) hydrateRoot(page, app, { onRecoverableError });
    else createRoot(page).render(app);
  });
}

/** React has drawn the page anew. If the visitor went elsewhere while it took over, that is as it should be. */
function onRecoverableError(error: unknown) {
  if (location.pathname === builtFor) reportError(error);
}

/**
 * Tells the script in the page (inline/wake.ts) that React answers the visitor from now on: in the same breath in which the components
 * have read what that script did to the page, or a click between the two would be lost on them.
 */
function Awake({ children }: { children: ReactNode }) {
  useLayoutEffect(() => void document.dispatchEvent(new Event(AWAKE_EVENT)), []);
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

function untilInitialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

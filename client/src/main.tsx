import './styles/index.css';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { AWAKE_EVENT } from './inline/awake-event.ts';
import { hasMessages } from './outbox/stores.ts';
import { fetchPagesAhead } from './page-modules.ts';
import { routes } from './routes.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root');

const builtFor = location.pathname;
expectSkippedTransitions();
const router = createBrowserRouter(routes);
const app = (
  <StrictMode>
    <Awake>
      <RouterProvider router={router} />
    </Awake>
  </StrictMode>
);

// The page's own module must be there before React looks at the page, or it would take the content for a mistake.
await untilInitialized();
// The router would begin by scrolling to the top, and throw back a reader who has scrolled in the meantime.
if (router.state.errors === null) {
  await router.navigate(router.state.location, { replace: true, preventScrollReset: true });
}
// As a transition React works in slices, and a tap in between is answered at once.
startTransition(() => {
  // A built page arrives with its content; the development server sends an empty root. An address that the router refuses is not
  // the one this page was built for.
  if (root.firstElementChild && router.state.errors === null) hydrateRoot(root, app, { onRecoverableError });
  else createRoot(root).render(app);
});
fetchPagesAhead();

// A message that could not be delivered on an earlier visit gets its next chance on any page, once that page has nothing else to do.
whenIdle(async () => {
  if (!(await hasMessages())) return;
  const { openOutbox } = await import('./outbox/outbox.ts');
  openOutbox();
});

function whenIdle(task: () => Promise<void>) {
  // Safari has no idle callbacks. If the outbox cannot be loaded now, the next visit will try again.
  const run = () => void task().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 1000);
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

function untilInitialized(): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

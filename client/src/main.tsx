import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { fetchTextFont } from './components/text-font.ts';
import { hasMessages } from './outbox/stores.ts';
import { routes } from './routes.tsx';
// Used by pages without a route.
import './pages/static/static-page.module.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root');

// In built pages they are inline.
if (import.meta.env.DEV) await Promise.all([import('./inline/theme.ts'), import('./inline/menu.ts')]);
expectSkippedTransitions();
// The development server sends an empty root.
const isBuilt = root.firstElementChild !== null;
// In its own task, so that a slow phone can handle a tap before it.
await nextTask();
// Even empty hydration data keeps the router from scrolling to the top: the visitor may have scrolled.
const router = createBrowserRouter(routes, {
  basename: import.meta.env.BASE_URL,
  ...(isBuilt && { hydrationData: { loaderData: {} } }),
});
await nextTask();
const app = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
// In a transition React hydrates in slices.
if (isBuilt) startTransition(() => void hydrateRoot(root, app));
else createRoot(root).render(app);
whenIdle(fetchTextFont);

whenIdle(takeUpMessages);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') whenIdle(takeUpMessages);
});

// Pictures that did not arrive are drawn as waves (site-layout.module.css), and are fetched again when the connection is back.
const markPicture = (image: HTMLImageElement, isMissing: boolean) => image.toggleAttribute('data-missing', isMissing);
for (const image of document.images) markPicture(image, image.complete && image.naturalWidth === 0);
for (const type of ['error', 'load'])
  document.addEventListener(
    type,
    ({ target }) => target instanceof HTMLImageElement && markPicture(target, type === 'error'),
    true,
  );
addEventListener('online', () => {
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-missing]')) image.src += '';
});

async function takeUpMessages() {
  // Also for a form that is opened when the network is gone.
  const { startOutbox } = await import('./outbox/outbox.ts');
  if (await hasMessages()) startOutbox();
}

function whenIdle(task: () => Promise<void>) {
  // The next visit tries again what fails. Safari has no requestIdleCallback.
  const run = () => void task().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 1000);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Handles the rejection of a view transition that the browser skips, as on a resize: the router does not. */
function expectSkippedTransitions() {
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}

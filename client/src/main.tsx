import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { fetchTextFont } from './components/text-font.ts';
import { hasMessages } from './outbox/stores.ts';
import { routes } from './routes.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root');

// Built pages have these in their HTML.
if (import.meta.env.DEV) await Promise.all([import('./inline/theme.ts'), import('./inline/menu.ts')]);
expectSkippedTransitions();
// A task of its own: with what follows it would be a long one for a phone, and a tap in between is answered at once.
await nextTask();
// Built pages arrive with their content; the development server sends an empty root.
if (root.firstElementChild === null) createRoot(root).render(makeApp(createBrowserRouter(routes)));
else await hydrate(root);
whenIdle(fetchTextFont);

// A message that another visit or tab has left gets its next chance on any page, once that page has nothing else to do.
whenIdle(takeUpMessages);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') whenIdle(takeUpMessages);
});

async function takeUpMessages() {
  if (await hasMessages()) await import('./outbox/outbox.ts');
}

function whenIdle(task: () => Promise<void>) {
  // Safari has no idle callbacks. If something cannot be loaded now, the next visit will try again.
  const run = () => void task().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 1000);
}

async function hydrate(builtPage: Element) {
  // Hydration data, even without content, keeps the router from scrolling to the top at the start: the visitor may have scrolled.
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } });
  await nextTask();
  // As a transition React works in slices.
  startTransition(() => void hydrateRoot(builtPage, makeApp(router)));
}

function makeApp(router: ReturnType<typeof createBrowserRouter>) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
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

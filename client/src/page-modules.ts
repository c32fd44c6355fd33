import type { ComponentType } from 'react';

/**
 * The script of each page: where it comes from, by which the build knows its file, and how to fetch it. It is fetched when the router
 * needs it (routes.tsx), or a little earlier, when a visitor is about to choose a link; once, however often it is asked for.
 */
export const pageModules = {
  '/inicio': {
    source: 'src/pages/home/home-page.tsx',
    fetch: async () => (await import('./pages/home/home-page.tsx')).HomePage,
  },
  '/sobremim': {
    source: 'src/pages/about/about-page.tsx',
    fetch: async () => (await import('./pages/about/about-page.tsx')).AboutPage,
  },
  '/projetos': {
    source: 'src/pages/projects/projects-page.tsx',
    fetch: async () => (await import('./pages/projects/projects-page.tsx')).ProjectsPage,
  },
  '/contato': {
    source: 'src/pages/contact/contact-page.tsx',
    fetch: async () => (await import('./pages/contact/contact-page.tsx')).ContactPage,
  },
} satisfies Record<string, { source: string; fetch: () => Promise<ComponentType> }>;

export type PagePath = keyof typeof pageModules;

// The cast is safe: these are the keys.
export const PAGE_PATHS = Object.keys(pageModules) as PagePath[];

/** Fetches the page a visitor is about to open: the one whose link is under the pointer, has the focus, or is touched. */
export function fetchPagesAhead(): void {
  for (const name of ['pointerover', 'focusin', 'touchstart'] as const) {
    document.addEventListener(name, ({ target }) => fetchPageOf(target), { passive: true });
  }
  // The pointer that brought the script in is already where it is.
  fetchPageOf(document.querySelector('a:hover, a:focus'));
}

function fetchPageOf(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest('a') : null;
  const path = link?.getAttribute('href');
  // If this fails, the router tries again when the link is chosen.
  if (isPath(path)) pageModules[path].fetch().catch(() => undefined);
}

export function isPath(path: string | null | undefined): path is PagePath {
  return typeof path === 'string' && Object.hasOwn(pageModules, path);
}

/**
 * How the router gets a page that the visitor goes to. When its module cannot be had (the connection is gone, or a new version of the
 * site has taken the place of this one) the page is loaded as a whole instead, as without scripts, and the result never comes.
 */
export function makeLazyComponent(path: PagePath): () => Promise<ComponentType> {
  return () =>
    pageModules[path].fetch().catch(() => {
      location.assign(path);
      return new Promise(() => undefined);
    });
}

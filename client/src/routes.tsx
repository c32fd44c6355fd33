import type { ComponentType } from 'react';
import { type RouteObject, redirect } from 'react-router-dom';
import { SiteLayout } from './components/site-layout.tsx';
import { makeLazyComponent, PAGE_PATHS, type PagePath } from './page-modules.ts';

/** A page whose script is here already. */
export interface LoadedPage {
  path: PagePath;
  Component: ComponentType;
}

/**
 * The map of the site: the pages of page-modules.ts, and the way in. There is no catch-all route and no error element on purpose
 * (product.md, section 2): the host answers unknown addresses with 404.html, and a render error shows the router's default page. Each
 * page's script is fetched with the page.
 *
 * @param loaded - the page the router begins with, which then needs no loading
 */
export function makeRoutes(loaded?: LoadedPage): RouteObject[] {
  const makePage = (path: PagePath): RouteObject =>
    path === loaded?.path ? loaded : { path, lazy: { Component: makeLazyComponent(path) } };
  return [
    { path: '/', loader: () => redirect('/inicio') },
    { Component: SiteLayout, children: PAGE_PATHS.map(makePage) },
  ];
}

import { type RouteObject, redirect } from 'react-router-dom';
import { SiteLayout } from './components/site-layout.tsx';
import { fetchOrLoad } from './page-modules.ts';

/**
 * The map of the site. There is no catch-all route and no error element on purpose (product.md, section 2): the host answers unknown
 * addresses with 404.html, and a render error shows the router's default page. Each page's script is fetched with the page.
 */
export const routes: RouteObject[] = [
  { path: '/', loader: () => redirect('/inicio') },
  {
    Component: SiteLayout,
    children: [
      { path: '/inicio', lazy: { Component: async () => (await fetchOrLoad('/inicio')).HomePage } },
      { path: '/sobremim', lazy: { Component: async () => (await fetchOrLoad('/sobremim')).AboutPage } },
      { path: '/projetos', lazy: { Component: async () => (await fetchOrLoad('/projetos')).ProjectsPage } },
      { path: '/contato', lazy: { Component: async () => (await fetchOrLoad('/contato')).ContactPage } },
    ],
  },
];

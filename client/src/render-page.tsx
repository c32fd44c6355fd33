import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { OperatorError } from '../build/operator-error.ts';
import { contact } from './content/contact.ts';
import { site, siteName } from './content/site.ts';
import { entrance, messageSent, notFound } from './content/static-pages.ts';
import { makeMetadata, makeRobots, makeSitemap, PAGES } from './page-metadata.ts';
import { MessageRefusedPage, StaticPage } from './pages/static/static-page.tsx';
import { routes } from './routes.tsx';

const siteUrl = import.meta.env.SITE_URL;
const base = import.meta.env.BASE_URL;

/** Pages without a route. index.html is for hosts that do not redirect `/`. */
const STATIC_PAGES: Record<string, ReactNode> = {
  'index.html': <StaticPage content={entrance} leadsTo="/inicio" />,
  '404.html': <StaticPage content={notFound} />,
  'mensagem-enviada.html': <StaticPage content={messageSent} />,
  'mensagem-recusada.html': <MessageRefusedPage />,
};

/** Renders all pages to HTML, in Node. @throws what a page throws, and OperatorError if a page has no route */
export async function renderSite() {
  const routePages = Object.entries(PAGES).map(async ([path, page]) => {
    const { head, body } = await renderElement(await makeRoute(path));
    return { fileName: `${path.slice(1)}.html`, isRoute: true, head: head + makeMetadata(path, page, siteUrl), body };
  });
  const staticPages = Object.entries(STATIC_PAGES).map(async ([fileName, element]) => {
    return { fileName, isRoute: false, ...(await renderElement(element)) };
  });
  return {
    pages: await Promise.all([...routePages, ...staticPages]),
    files: {
      'robots.txt': makeRobots(siteUrl),
      ...(siteUrl === '' ? {} : { 'sitemap.xml': makeSitemap(siteUrl) }),
    },
    /** Texts other than headings in the display font. */
    displayTexts: [siteName(), ...site.navigation.map(({ label }) => label), contact.sent],
  };
}

async function makeRoute(path: string): Promise<ReactNode> {
  const { query, dataRoutes } = createStaticHandler(routes, { basename: base });
  // A Request needs an absolute URL; its host is not used.
  const context = await query(new Request(new URL(base + path.slice(1), 'http://localhost')));
  if (context instanceof Response || context.statusCode !== 200 || context.errors) {
    throw new OperatorError(
      `${path} stands in page-metadata.ts, but routes.tsx has no page for it (CONTRIBUTING.md, "Add a page").`,
    );
  }
  // Hydration data would be an inline script, which the Content-Security-Policy forbids.
  return <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />;
}

async function renderElement(element: ReactNode): Promise<{ head: string; body: string }> {
  const { prelude } = await prerender(element);
  const html = await new Response(prelude).text();
  // Without an `<html>` element React writes the elements of the head first.
  const head = /^(?:<title>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

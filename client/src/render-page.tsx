/** The build's entry: turns every page of the site into HTML. Runs in Node, from client/build/build.ts. */
import './styles/index.css';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { site, siteName } from './content/site.ts';
import { entrance, messageSent, notFound } from './content/static-pages.ts';
import { makeManifest, makeMetadata, makeRobots, makeSitemap } from './page-metadata.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { MessageRefusedPage } from './pages/static/message-refused-page.tsx';
import { StaticPage } from './pages/static/static-page.tsx';
import { routes } from './routes.tsx';

/** A page in two parts: what goes into the template's head, and what goes into its root element. */
export interface RenderedPage {
  /** In the site's folder. */
  fileName: string;
  /** Whether it is a page of the router, for which the site's script comes. */
  isRoute: boolean;
  head: string;
  body: string;
}

/** What the build makes files of. */
export interface RenderedSite {
  pages: RenderedPage[];
  /** Files for those who do not read the pages but look for them, by name. */
  files: Record<string, string>;
  /** What is set in the display font without being a heading: the site's name, and the links of the menu panel and of the static pages. */
  displayTexts: string[];
}

const siteUrl = import.meta.env.SITE_URL;

/** Pages that are no routes: they get the site's styles, but no script. The redirect of `/` is left to the host. */
const STATIC_PAGES: Record<string, ReactNode> = {
  'index.html': <StaticPage content={entrance} leadsTo="/inicio" />,
  '404.html': <StaticPage content={notFound} />,
  'mensagem-enviada.html': <StaticPage content={messageSent} />,
  'mensagem-recusada.html': <MessageRefusedPage />,
};

/** @throws whatever a page throws while it renders, and Error unless every route is a page with status 200: no error is published as content */
export async function renderSite(): Promise<RenderedSite> {
  const pages: RenderedPage[] = [];
  for (const path of PAGE_PATHS) {
    const { head, body } = await renderElement(await makeRoute(path));
    pages.push({ fileName: `${path.slice(1)}.html`, isRoute: true, head: head + makeMetadata(path, siteUrl), body });
  }
  for (const [fileName, element] of Object.entries(STATIC_PAGES)) {
    pages.push({ fileName, isRoute: false, ...(await renderElement(element)) });
  }
  return {
    pages,
    files: {
      'site.webmanifest': makeManifest(),
      'robots.txt': makeRobots(siteUrl),
      ...(siteUrl === '' ? {} : { 'sitemap.xml': makeSitemap(siteUrl) }),
    },
    displayTexts: [siteName(), ...site.navigation.map(({ label }) => label)],
  };
}

async function makeRoute(path: string): Promise<ReactNode> {
  const { query, dataRoutes } = createStaticHandler(routes);
  // The host is never looked at; a Request needs an absolute address.
  const context = await query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response || context.statusCode !== 200 || context.errors) {
    throw new Error(`${path} is not a page`, { cause: context });
  }
  return (
    <StrictMode>
      {/* Without hydration data there is no inline script, which the content security policy would refuse. */}
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </StrictMode>
  );
}

async function renderElement(element: ReactNode): Promise<{ head: string; body: string }> {
  let failure: unknown = null;
  const { prelude } = await prerender(element, {
    onError: (error) => {
      failure = error;
    },
  });
  const html = await new Response(prelude).text();
  if (failure !== null) throw failure;
  // React puts what belongs into the head in front of everything else when it renders without an `<html>`.
  const head = /^(?:<title>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

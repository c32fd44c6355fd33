/** The build's entry: turns every page of the site into HTML. Runs in Node, from client/build/build.ts. */
import './styles/index.css';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { findStandIns } from './content/link.ts';
import { owner } from './content/owner.ts';
import { projects } from './content/projects.ts';
import { site, siteName } from './content/site.ts';
import { makeManifest, makeMetadata, makeRobots, makeSitemap } from './page-metadata.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { EntrancePage } from './pages/static/entrance-page.tsx';
import { MessageRefusedPage } from './pages/static/message-refused-page.tsx';
import { MessageSentPage } from './pages/static/message-sent-page.tsx';
import { NotFoundPage } from './pages/static/not-found-page.tsx';
import { routes } from './routes.tsx';

/** A page in two parts: what goes into the template's head, and what goes into its root element. */
export interface RenderedPage {
  head: string;
  body: string;
}

const siteUrl = import.meta.env.SITE_URL;

/** The routes that become files of their own, and what the head of each says to machines; the redirect of `/` is left to the host. */
export const routePages = PAGE_PATHS.map((path) => ({
  path,
  metadata: makeMetadata(path, siteUrl),
}));

/** Files for those who do not read the pages but look for them. */
export const siteFiles: Record<string, string> = {
  'site.webmanifest': makeManifest(),
  'robots.txt': makeRobots(siteUrl),
  ...(siteUrl === '' ? {} : { 'sitemap.xml': makeSitemap(siteUrl) }),
};

/** Files that are no routes: they get the site's styles, but no script. */
export const staticPages: Record<string, ReactNode> = {
  'index.html': <EntrancePage />,
  '404.html': <NotFoundPage />,
  'mensagem-enviada.html': <MessageSentPage />,
  'mensagem-recusada.html': <MessageRefusedPage />,
};

/** What is set in the display font without being a heading: the site's name, and the links of the menu panel and of the static pages. */
export const displayTexts: string[] = [siteName(), ...site.navigation.map(({ label }) => label)];

/** Where the content still has stand-ins for links that only the owner knows. */
export const linksToFillIn: string[] = [...findStandIns(owner, 'owner'), ...findStandIns(projects, 'projects')];

/**
 * Renders one route.
 *
 * @param path - such as `/inicio`
 * @throws Error unless the route renders as a page with status 200, so that no error page is published as content
 */
export async function renderRoute(path: string): Promise<RenderedPage> {
  const { query, dataRoutes } = createStaticHandler(routes);
  // The host is never looked at; a Request needs an absolute address.
  const context = await query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} answers with a redirect, not with a page`);
  if (context.statusCode !== 200 || context.errors) {
    throw new Error(`${path} renders with status ${context.statusCode}`, { cause: context.errors });
  }
  return renderElement(
    <StrictMode>
      {/* Without hydration data there is no inline script, which the content security policy would refuse. */}
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </StrictMode>,
  );
}

/**
 * Renders an element that needs no router.
 *
 * @throws whatever the element throws while it renders
 */
export async function renderElement(element: ReactNode): Promise<RenderedPage> {
  let failure: unknown = null;
  const { prelude } = await prerender(element, {
    onError: (error) => {
      failure = error;
    },
  });
  const html = await new Response(prelude).text();
  if (failure !== null) throw failure;
  return splitHead(html);
}

/** React puts what belongs into the head in front of everything else when it renders without an `<html>`. */
function splitHead(html: string): RenderedPage {
  const head = /^(?:<title>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

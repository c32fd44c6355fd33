import { notFound } from '../../content/static-pages.ts';
import { StaticPage } from './static-page.tsx';

/** `404.html`: what the host answers for an address the site does not have. */
export function NotFoundPage() {
  return <StaticPage content={notFound} />;
}

import { entrance } from '../../content/static-pages.ts';
import { StaticPage } from './static-page.tsx';

/** `index.html`: leads from `/` to Home on a host that cannot redirect; our own server answers `/` with a redirect. */
export function EntrancePage() {
  return (
    <StaticPage
      content={entrance}
      head={
        <>
          <meta httpEquiv="refresh" content="0; url=/inicio" />
          <link rel="canonical" href="/inicio" />
        </>
      }
    />
  );
}

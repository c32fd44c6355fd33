import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, matchPath, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { site } from '../content/site.ts';
import { LateNotice } from './late-notice.tsx';
import { SkipLink } from './page.tsx';
import headerStyles from './site-header.module.css';
import { SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';
import { applyTextFont } from './text-font.ts';
import { useIsHydrated } from './use-browser.ts';

/** The layout of all routes. */
export function SiteLayout() {
  const location = useLocation();
  const previous = useRef(location);
  // After a navigation the heading gets the focus, so that screen readers announce it as after a full load.
  useLayoutEffect(() => {
    if (previous.current === location) return;
    const isNewPage = previous.current.pathname !== location.pathname;
    previous.current = location;
    if (isNewPage) applyTextFont();
    const target = document.getElementById(location.hash.slice(1));
    // Then the card, or the heading, that a link leads to, unless it is hidden yet.
    const link = target?.querySelector<HTMLElement>('a[href]');
    document.querySelector('dialog')?.close();
    // When inline/menu.ts has seen that: until then the page is inert.
    queueMicrotask(() => {
      for (const place of [isNewPage ? document.querySelector('h1') : null, target, link])
        place?.focus({ preventScroll: true });
    });
  }, [location]);
  // inline/late-script.ts waits for it.
  useEffect(() => void document.dispatchEvent(new Event('hydrated')), []);

  return (
    <div className={styles.site}>
      <SkipLink />
      <SiteHeader links={<NavigationLinks />} />
      <div className={styles.content}>
        <Outlet />
      </div>
      {useIsHydrated() && <LateNotice pathname={location.pathname} />}
      {/* The first history entry of every document has the key 'default'. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  );
}

function NavigationLinks() {
  const { pathname } = useLocation();
  return (
    <ul>
      {site.navigation.map(({ path, label }) => (
        <li key={path}>
          {/* Its mark for prefetching is not used. */}
          <Link to={path} viewTransition discover="none" aria-current={matchPath(path, pathname) ? 'page' : undefined}>
            {label}
            <span className={headerStyles.line} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

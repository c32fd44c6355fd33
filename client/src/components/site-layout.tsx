import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { SkipLink } from './page.tsx';
import { SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';
import { applyTextFont } from './text-font.ts';

/** The layout of all routes. */
export function SiteLayout() {
  const { pathname, hash } = useLocation();
  const previousPathname = useRef(pathname);
  // After a navigation the heading gets the focus, so that screen readers announce it as after a full load.
  useLayoutEffect(() => {
    if (previousPathname.current === pathname) return;
    previousPathname.current = pathname;
    applyTextFont();
    const card = document.getElementById(hash.slice(1));
    // The card that a link leads to, unless it is hidden yet.
    for (const place of [document.querySelector('h1'), card?.querySelector('a')]) place?.focus({ preventScroll: true });
  }, [pathname, hash]);
  // inline/late-script.ts waits for it.
  useEffect(() => void document.dispatchEvent(new Event('hydrated')), []);

  return (
    <div className={styles.site}>
      <SkipLink />
      <SiteHeader />
      <div className={styles.content}>
        <Outlet />
      </div>
      {/* The first history entry of every document has the key 'default'. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  );
}

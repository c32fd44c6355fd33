import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';
import { SkipLink } from './skip-link.tsx';
import { applyTextFont } from './text-font.ts';

/** What all routes share: skip link, header, and the page below, which is out of reach while the menu is open (inline/menu.ts). */
export function SiteLayout() {
  useHeadingFocus();
  useTextFontFromNextPage();
  // The script in the page (inline/late-script.ts) hands over what it has held.
  useEffect(() => void document.dispatchEvent(new Event('hydrated')), []);

  return (
    <div className={styles.site}>
      <SkipLink />
      <SiteHeader />
      <div className={styles.content}>
        <Outlet />
      </div>
      {/* The entry a document begins with has no key of its own, and those of all documents would be one. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  );
}

/**
 * After a navigation inside the site the focus goes to the new page's heading, which also makes screen readers announce it; the
 * browser does this only for full loads.
 */
function useHeadingFocus() {
  const { pathname } = useLocation();
  const previousPathname = useRef(pathname);

  useEffect(() => {
    if (previousPathname.current === pathname) return;
    previousPathname.current = pathname;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** On the way from one page to another the text font comes into use, if it has arrived. */
function useTextFontFromNextPage() {
  const { pathname } = useLocation();
  const firstPathname = useRef(pathname);

  useLayoutEffect(() => {
    if (firstPathname.current !== pathname) applyTextFont();
  }, [pathname]);
}

import type { MouseEvent, ReactNode } from 'react';
import { makeTitle, site } from '../content/site.ts';
import styles from './page.module.css';
import skipStyles from './skip-link.module.css';

const CONTENT_ID = 'conteudo';

interface PageProps {
  /** Static pages have none. */
  path?: string;
  content: { title: string; description: string; heading: string };
  /** In place of the content's: the same words. */
  heading?: ReactNode;
  children: ReactNode;
}

const siteUrl = import.meta.env.SITE_URL;

/** The metadata of a page, and its main landmark with the `h1`. */
export function Page({ path, content, heading = content.heading, children }: PageProps) {
  const { length } = content.heading;
  return (
    <>
      <title>{makeTitle(content)}</title>
      <meta name="description" content={content.description} />
      {path !== undefined && siteUrl !== '' && <link rel="canonical" href={siteUrl + path} />}
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        {/* Takes the focus after a navigation (site-layout.tsx). A long heading is smaller, one of more than 75 letters even more so. */}
        <h1 tabIndex={-1} data-long={length > 50 ? length > 75 : undefined}>
          {heading}
        </h1>
        {children}
      </main>
    </>
  );
}

/** Skips the header (WCAG 2.4.1). No history entry, as the router would restore a wrong scroll position for it. */
export function SkipLink() {
  return (
    <a className={skipStyles.link} href={`#${CONTENT_ID}`} onClick={goToContent}>
      {site.labels.skipToContent}
    </a>
  );
}

/** At the end of pages, where the header is far above. */
export function BackToTop() {
  return (
    <a className={styles.toTop} href={`#${CONTENT_ID}`} onClick={goToContent}>
      {site.labels.backToTop}
    </a>
  );
}

/** The content begins in the first screen of every page. */
function goToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

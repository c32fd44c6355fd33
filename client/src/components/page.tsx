import type { ReactNode } from 'react';
import { siteName } from '../content/site.ts';
import styles from './page.module.css';
import { CONTENT_ID } from './skip-link.tsx';

interface PageProps {
  /** Static pages have none. */
  path?: string;
  content: { title: string; description: string; heading: string };
  layout?: 'hero';
  children: ReactNode;
}

const siteUrl = import.meta.env.SITE_URL;

/** The metadata of a page, and its main landmark with the `h1`. */
export function Page({ path, content, layout, children }: PageProps) {
  return (
    <>
      <title>{`${content.title} · ${siteName()}`}</title>
      <meta name="description" content={content.description} />
      {path !== undefined && siteUrl !== '' && <link rel="canonical" href={siteUrl + path} />}
      <main id={CONTENT_ID} className={styles.main} data-layout={layout} tabIndex={-1}>
        {/* Takes the focus after a navigation (site-layout.tsx). */}
        <h1 tabIndex={-1}>{content.heading}</h1>
        {children}
      </main>
    </>
  );
}

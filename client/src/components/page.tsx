import type { ReactNode } from 'react';
import { siteName } from '../content/site.ts';
import styles from './page.module.css';
import { CONTENT_ID } from './skip-link.tsx';

interface PageProps {
  /** Where the page is; static pages that stand in for others have no address of their own. */
  path?: string;
  /** Unique in the site; the site's name is added to it. */
  title: string;
  description: string;
  heading: string;
  /** `hero`: the heading is the page's first impression. */
  layout?: 'hero';
  children: ReactNode;
}

const siteUrl = import.meta.env.SITE_URL;

/** The frame of every page: its title and description for the browser, and its main landmark with the one `h1`. */
export function Page({ path, title, description, heading, layout, children }: PageProps) {
  return (
    <>
      <title>{`${title} · ${siteName()}`}</title>
      <meta name="description" content={description} />
      {path !== undefined && siteUrl !== '' && <link rel="canonical" href={siteUrl + path} />}
      <main id={CONTENT_ID} className={styles.main} data-layout={layout} tabIndex={-1}>
        {/* Takes the focus after a navigation (site-layout.tsx). */}
        <h1 tabIndex={-1}>{heading}</h1>
        {children}
      </main>
    </>
  );
}

import type { ReactNode } from 'react';
import { Bottle } from '../../components/bottle.tsx';
import { Page } from '../../components/page.tsx';
import { Shore } from '../../components/shore.tsx';
import { ThemeSwitch } from '../../components/theme-switch.tsx';
import { site } from '../../content/site.ts';
import type { StaticPageContent } from '../../content/static-pages.ts';
import styles from './static-page.module.css';

interface StaticPageProps {
  content: StaticPageContent;
  /** The page that is meant, to which the browser goes on by itself. */
  leadsTo?: string;
  /** More for the page, between its words and the way back. */
  children?: ReactNode;
}

/** A page without a route and without React: some words and the way back to the four pages. */
export function StaticPage({ content, leadsTo, children }: StaticPageProps) {
  return (
    <div className={styles.site}>
      <meta name="robots" content="noindex" />
      {leadsTo !== undefined && (
        <>
          <meta httpEquiv="refresh" content={`0; url=${leadsTo}`} />
          <link rel="canonical" href={leadsTo} />
        </>
      )}
      <div className={styles.theme}>
        <ThemeSwitch />
      </div>
      <Page title={content.title} description={content.description} heading={content.heading}>
        {content.paragraphs.map((paragraph) => (
          <p key={paragraph} className={styles.words}>
            {paragraph}
          </p>
        ))}
        {children}
        <nav aria-label={site.labels.navigation}>
          <ul className={styles.ways}>
            {site.navigation.map(({ path, label }) => (
              <li key={path}>
                <a href={path}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </Page>
      <div>
        <div className={styles.bottle}>
          <Bottle />
        </div>
        <Shore />
        <div className={styles.sea} />
      </div>
    </div>
  );
}

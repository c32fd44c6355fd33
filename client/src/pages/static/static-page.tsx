import type { PropsWithChildren } from 'react';
import { Bottle } from '../../components/bottle.tsx';
import { Page } from '../../components/page.tsx';
import { Shore } from '../../components/shore.tsx';
import { ThemeSwitch } from '../../components/theme-switch.tsx';
import { site } from '../../content/site.ts';
import type { StaticPageContent } from '../../content/static-pages.ts';
import styles from './static-page.module.css';

type StaticPageProps = PropsWithChildren<{ content: StaticPageContent; leadsTo?: string }>;

/** A page without React, with links to the four pages; the browser goes on to `leadsTo`, if there is one. */
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
      <Page content={content}>
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

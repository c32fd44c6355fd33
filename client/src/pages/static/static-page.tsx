import type { PropsWithChildren } from 'react';
import { Bottle, Shore } from '../../components/drawings.tsx';
import { Page, SkipLink } from '../../components/page.tsx';
import { SeaSwitch } from '../../components/sea-switch.tsx';
import { SiteHeader } from '../../components/site-header.tsx';
import { contact } from '../../content/contact.ts';
import { belowBase } from '../../content/link.ts';
import { site } from '../../content/site.ts';
import { messageRefused } from '../../content/static-pages.ts';
import formStyles from '../contact/contact-form.module.css';
import { Field, Honeypot } from '../contact/field.tsx';
import styles from './static-page.module.css';

type StaticPageProps = PropsWithChildren<{ content: typeof messageRefused; leadsTo?: string }>;

const links = site.navigation.map(({ path, label }) => (
  <li key={path}>
    <a href={belowBase(path)}>{label}</a>
  </li>
));

/** A page without React in the browser, with links to the four pages; the browser goes on to `leadsTo`, if there is one. */
export function StaticPage({ content, leadsTo, children }: StaticPageProps) {
  return (
    <div className={styles.site}>
      <meta name="robots" content="noindex" />
      {leadsTo !== undefined && (
        <>
          <meta httpEquiv="refresh" content={`0; url=${belowBase(leadsTo)}`} />
          <link rel="canonical" href={belowBase(leadsTo)} />
        </>
      )}
      <SkipLink />
      <SiteHeader links={<ul>{links}</ul>} />
      <Page content={content}>
        {content.paragraphs.map((paragraph) => (
          <p key={paragraph} className={styles.words}>
            {paragraph}
          </p>
        ))}
        {children}
        <ul className={styles.ways}>{links}</ul>
      </Page>
      <div className={styles.coast}>
        <div className={styles.bottle}>
          <Bottle />
        </div>
        <Shore />
        <div className={styles.sea}>
          <SeaSwitch />
        </div>
      </div>
    </div>
  );
}

/** The answer to a form post that failed; the server replaces the `{{…}}` (server/src/messages/form-answers.ts). */
export function MessageRefusedPage() {
  return (
    <StaticPage content={messageRefused}>
      <ul>
        <li>{'{{problems}}'}</li>
      </ul>
      <form className={formStyles.form} action={`${import.meta.env.VITE_API_URL}/save-message`} method="post">
        <Field name="name" kind="text" value="{{name}}" />
        <Field name="email" kind="email" value="{{email}}" />
        <Field name="text" kind="multiline" value="{{text}}" />
        <Honeypot />
        <button className={formStyles.send} type="submit">
          {contact.send}
        </button>
      </form>
    </StaticPage>
  );
}

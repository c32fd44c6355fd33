import { contact } from '../../content/contact.ts';
import { messageRefused } from '../../content/static-pages.ts';
import styles from '../contact/contact-form.module.css';
import { Field } from '../contact/field.tsx';
import { Honeypot } from '../contact/honeypot.tsx';
import { StaticPage } from './static-page.tsx';

/** The answer to a form post that failed; the server replaces the `{{…}}` (server/src/messages/form-answers.ts). */
export function MessageRefusedPage() {
  return (
    <StaticPage content={messageRefused}>
      <ul>
        <li>{'{{problems}}'}</li>
      </ul>
      <form className={styles.form} action={`${import.meta.env.VITE_API_URL}/save-message`} method="post">
        <Field name="name" kind="text" value="{{name}}" />
        <Field name="email" kind="email" value="{{email}}" />
        <Field name="text" kind="multiline" value="{{text}}" />
        <Honeypot />
        <button className={styles.send} type="submit">
          {contact.send}
        </button>
      </form>
    </StaticPage>
  );
}

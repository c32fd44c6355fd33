import { contact } from '../../content/contact.ts';
import { messageRefused } from '../../content/static-pages.ts';
import styles from '../contact/contact-form.module.css';
import { Field } from '../contact/field.tsx';
import { Honeypot } from '../contact/honeypot.tsx';
import { StaticPage } from './static-page.tsx';

/**
 * `mensagem-recusada.html`: what the server answers to a form post of a visitor without JavaScript that it cannot take. The server
 * puts what to mend, and what was typed, in the place of the marks (server/src/messages/form-answers.ts).
 */
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

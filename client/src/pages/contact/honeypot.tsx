import { HONEYPOT_FIELD } from '@portfolio/contract/message';
import { contact } from '../../content/contact.ts';
import styles from './contact-form.module.css';

/** A field that only bots fill in: hidden from people, screen readers, Tab, autofill and password managers. */
export function Honeypot() {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <label>
        {contact.honeypot}
        <input
          type="text"
          name={HONEYPOT_FIELD}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-lpignore="true"
          data-bwignore=""
          data-form-type="other"
        />
      </label>
    </div>
  );
}

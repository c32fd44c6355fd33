import { HONEYPOT_FIELD } from '@portfolio/contract/message';
import { contact } from '../../content/contact.ts';
import styles from './contact-form.module.css';

/**
 * A field for programs that fill in everything. People do not see it, screen readers do not speak of it, Tab does not lead to it, and
 * browsers and password managers are asked, each in its own way, to leave it alone: one that does not would make a spammer of a person.
 */
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

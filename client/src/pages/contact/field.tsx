import { type Field as FieldName, HONEYPOT_FIELD, LIMITS } from '@portfolio/contract/message';
import { type ReactNode, useId } from 'react';
import { contact } from '../../content/contact.ts';
import styles from './contact-form.module.css';

interface FieldProps {
  name: FieldName;
  kind: 'text' | 'email' | 'multiline';
  value?: string;
  /** In place of the hint, once the field is left: an address that is being written is none yet. */
  question?: ReactNode;
}

/** A labelled field with its hint. Without scripts the browser checks the limits. */
export function Field({ name, kind, value = '', question }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const shared = {
    id,
    name,
    required: true,
    minLength: LIMITS[name].min,
    maxLength: LIMITS[name].max,
    'aria-describedby': hintId,
    'data-unlikely': question && '',
    defaultValue: value,
  };

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{contact.labels[name]}</label>
      {kind === 'multiline' ? <textarea {...shared} rows={5} /> : <input {...shared} type={kind} autoComplete={name} />}
      <p id={hintId} className={styles.hint}>
        {question && <span className={styles.question}>{question}</span>}
        <span>
          <span className={styles.missing}>{contact.missing} </span>
          {contact.hints[name]}
        </span>
      </p>
    </div>
  );
}

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

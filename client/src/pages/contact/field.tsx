import { type Field as FieldName, LIMITS } from '@portfolio/contract/message';
import { useId } from 'react';
import { contact } from '../../content/contact.ts';
import styles from './contact-form.module.css';

interface FieldProps {
  name: FieldName;
  kind: 'text' | 'email' | 'multiline';
  /** What stands in it at first. */
  value?: string;
}

/** A labelled field of the form with its hint. The browser keeps the limits; without scripts it also checks them. */
export function Field({ name, kind, value = '' }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const shared = {
    id,
    name,
    required: true,
    minLength: LIMITS[name].min,
    maxLength: LIMITS[name].max,
    'aria-describedby': hintId,
    defaultValue: value,
  };

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{contact.labels[name]}</label>
      {kind === 'multiline' ? <textarea {...shared} rows={6} /> : <input {...shared} type={kind} autoComplete={name} />}
      <p id={hintId} className={styles.hint}>
        {contact.hints[name]}
      </p>
    </div>
  );
}

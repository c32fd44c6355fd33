import { FIELDS, HONEYPOT_FIELD, type Message, stripForbiddenCharacters } from '@portfolio/contract/message';
import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { contact } from '../../content/contact.ts';
import type { Entry, WrittenMessage } from '../../outbox/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { KEPT_DAYS } from '../../outbox/stores.ts';
import { useIsHydrated } from '../../use-is-hydrated.ts';
import styles from './contact-form.module.css';
import { Field } from './field.tsx';
import { canSend } from './form-rules.ts';
import { Honeypot } from './honeypot.tsx';
import { useOutboxAnswer } from './use-outbox.ts';

interface ContactFormProps {
  /** null until it is loaded. */
  outbox: Outbox | null;
  /** Called with what the visitor wrote, once it keeps every rule. */
  onSend: (message: WrittenMessage, form: HTMLFormElement) => void;
  /** Called when a message that was sent before has come back, and its text is in the fields again. */
  onReturned: (returned: Entry) => void;
  /** Whether the form, when it appears, takes the focus that what stood in its place has left behind. */
  takesFocus: boolean;
}

/**
 * The form. A plain HTML form that posts to the server, until scripts take over: the fields keep their own values, so nothing typed
 * before that is lost, and 'Enviar' is disabled by the rules only from then on.
 */
export function ContactForm({ outbox, onSend, onReturned, takesFocus }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // In the built page the browser checks, and the button is enabled.
  const isHydrated = useIsHydrated();
  const [isSendable, setSendable] = useState(false);

  // What was typed before React was there decides.
  useEffect(() => {
    if (form.current) setSendable(canSend(readMessage(form.current)));
  }, []);

  useEffect(() => {
    // Only the focus that went with the countdown; a visitor who has moved on is left in peace.
    const isFocusLost = document.activeElement === document.body;
    if (takesFocus && isFocusLost) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const hasReturned = useOutboxAnswer(outbox, 'hasReturned');
  useEffect(() => {
    if (!outbox || !hasReturned) return;
    const takeBack = () => {
      const fields = form.current;
      // Not over what the visitor is writing now, and not in a tab that nobody looks at: it stays in the outbox.
      if (fields === null || document.visibilityState === 'hidden' || !isBlank(readMessage(fields))) return;
      const returned = outbox.takeReturned();
      if (returned === null) return;
      fillIn(fields, returned.message);
      setSendable(canSend(readMessage(fields)));
      onReturned(returned);
    };
    takeBack();
    document.addEventListener('visibilitychange', takeBack);
    return () => document.removeEventListener('visibilitychange', takeBack);
  }, [outbox, hasReturned, onReturned]);

  function handleInput(event: FormEvent<HTMLFormElement>) {
    dropForbiddenCharacters(event.nativeEvent);
    setSendable(canSend(readMessage(event.currentTarget)));
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const message = readMessage(event.currentTarget);
    if (canSend(message)) onSend(message, event.currentTarget);
  }

  return (
    <form
      ref={form}
      className={styles.form}
      action={`${import.meta.env.VITE_API_URL}/save-message`}
      method="post"
      noValidate={isHydrated}
      onInput={handleInput}
      onSubmit={handleSubmit}
    >
      <fieldset>
        <legend>
          <h2 ref={heading} tabIndex={-1}>
            {contact.formHeading}
          </h2>
        </legend>
        <Field name="name" kind="text" />
        <Field name="email" kind="email" />
        <Field name="text" kind="multiline" />
        <Honeypot />
        <p className={styles.hint}>{privacyLine}</p>
        <button className={styles.send} type="submit" disabled={isHydrated && !isSendable}>
          {contact.send}
        </button>
      </fieldset>
    </form>
  );
}

const privacyLine = contact.privacy({
  retentionDays: Number(import.meta.env.MESSAGE_RETENTION_DAYS),
  keptDays: KEPT_DAYS,
  isEmailOn: import.meta.env.VITE_EMAILJS_SERVICE_ID !== '',
});

/** Name, email and text and nothing else, unless something was put into the honeypot. */
function readMessage(form: HTMLFormElement): WrittenMessage {
  const data = new FormData(form);
  const read = (field: string) => {
    const value = data.get(field);
    return typeof value === 'string' ? value : '';
  };
  const message = { name: read('name'), email: read('email'), text: read('text') };
  const bait = read(HONEYPOT_FIELD);
  return bait === '' ? message : { ...message, [HONEYPOT_FIELD]: bait };
}

function isBlank(message: Message): boolean {
  return FIELDS.every((field) => message[field].trim() === '');
}

function fillIn(form: HTMLFormElement, message: Message) {
  for (const field of FIELDS) {
    const control = form.elements.namedItem(field);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.value = message[field];
  }
}

/** Takes out of a paste, a drop or an autofill what a field may not hold, and leaves the cursor where it was. */
function dropForbiddenCharacters(event: Event) {
  const { target } = event;
  // Text that is still being composed belongs to the input method.
  const isComposing = event instanceof InputEvent && event.isComposing;
  if (isComposing || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;

  const field = FIELDS.find((name) => name === target.name);
  if (field === undefined) return;
  const kept = stripForbiddenCharacters(field, target.value);
  if (kept === target.value) return;
  // null in an email field, which keeps its cursor to itself.
  const cursor = target.selectionEnd;
  const beforeCursor = target.value.slice(0, cursor ?? 0);
  target.value = kept;
  if (cursor === null) return;
  const newCursor = stripForbiddenCharacters(field, beforeCursor).length;
  target.setSelectionRange(newCursor, newCursor);
}

import {
  FIELDS,
  findFieldErrorCode,
  HONEYPOT_FIELD,
  type Message,
  stripForbiddenCharacters,
} from '@portfolio/contract/message';
import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../../components/use-browser.ts';
import { contact } from '../../content/contact.ts';
import type { Entry, WrittenMessage } from '../../outbox/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { KEPT_DAYS } from '../../outbox/stores.ts';
import { useOutboxAnswer } from '../../outbox/use-outbox.ts';
import styles from './contact-form.module.css';
import { Field, Honeypot } from './field.tsx';
import { canSend, isDoubtfulAddress, mendAddress } from './form-rules.ts';
import { readStored, writeStored } from './web-storage.ts';

interface ContactFormProps {
  outbox: Outbox | null;
  onSend: (message: WrittenMessage, form: HTMLFormElement) => void;
  /** Called with the reason when a message could not be delivered, and its text is in the fields again. */
  onReturned: (why: string) => void;
  /** Whether the form takes the focus that was on the countdown. */
  takesFocus: boolean;
}

const NOTHING: Message = { name: '', email: '', text: '' };

/** What is written and not sent, for a visitor who looks at another page and comes back, or reloads. */
let draft: Message = { ...NOTHING, ...Object(readStored('sessionStorage', 'draft')) };

function keepDraft(message: Message) {
  draft = message;
  writeStored('sessionStorage', 'draft', message);
}

export function forgetDraft() {
  keepDraft(NOTHING);
}

interface Review {
  isSendable: boolean;
  /** An address that may be sent, but that an answer would hardly reach. */
  doubtful?: string;
  /** The labels of fields that are marked. */
  faulty: string[];
}

/** Keeps what is written as the draft, and gives the marks beside the fields the contract's rules. */
function reviewFields(form: HTMLFormElement): Review {
  const message = readMessage(form);
  keepDraft(message);
  const review: Review = { isSendable: canSend(message), faulty: [] };
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(':required')) {
    // For the browser, blanks are a text.
    control.setCustomValidity(control.value.trim() === '' ? contact.missing : '');
    const isAsked = isUnlikely(control);
    if (isAsked) review.doubtful = control.value.trim();
    // Tells screen readers what the mark shows (WCAG technique ARIA21).
    const isFaulty = control.matches(':user-invalid') && !isAsked;
    control.ariaInvalid = isFaulty ? 'true' : null;
    if (isFaulty) review.faulty.push(control.labels?.[0]?.textContent ?? '');
  }
  return review;
}

/** Before hydration it is a plain HTML form. The fields are uncontrolled, so that hydration loses nothing that was typed. */
export function ContactForm({ outbox, onSend, onReturned, takesFocus }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isHydrated = useIsHydrated();
  const [initial] = useState(draft);
  const [{ isSendable, doubtful, faulty }, setReview] = useState<Review>({ isSendable: false, faulty: [] });

  // The visitor may have typed before hydration.
  useEffect(() => {
    if (form.current) setReview(reviewFields(form.current));
  }, []);

  useEffect(() => {
    // Not when the visitor has moved the focus elsewhere.
    const isFocusLost = document.activeElement === document.body;
    if (takesFocus && isFocusLost) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const hasReturned = useOutboxAnswer(outbox, 'hasReturned');
  useEffect(() => {
    if (!outbox || !hasReturned) return;
    const takeBack = () => {
      const fields = form.current;
      // Neither over a new text nor in a hidden tab: then it stays in the outbox.
      if (fields === null || document.visibilityState === 'hidden' || !isBlank(readMessage(fields))) return;
      const returned = outbox.takeReturned();
      if (returned === null) return;
      for (const field of FIELDS) {
        const target = fields.elements.namedItem(field);
        if (target instanceof Element) Object.assign(target, { value: returned.message[field] });
      }
      setReview(reviewFields(fields));
      onReturned(describeReturned(returned));
    };
    takeBack();
    document.addEventListener('visibilitychange', takeBack);
    return () => document.removeEventListener('visibilitychange', takeBack);
  }, [outbox, hasReturned, onReturned]);

  function handleInput({ nativeEvent, currentTarget }: FormEvent<HTMLFormElement>) {
    dropForbiddenCharacters(nativeEvent);
    setReview(reviewFields(currentTarget));
  }

  function writeAddress(address: string) {
    const email = form.current?.elements.namedItem('email');
    if (!form.current || !(email instanceof HTMLInputElement)) return;
    email.value = address;
    email.focus();
    setReview(reviewFields(form.current));
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
      onBlur={({ currentTarget }) => setReview(reviewFields(currentTarget))}
      onSubmit={handleSubmit}
    >
      <fieldset>
        <legend>
          <h2 ref={heading} tabIndex={-1}>
            {contact.formHeading}
          </h2>
        </legend>
        <p role="status" className={styles.task}>
          {isSendable
            ? contact[doubtful ? 'unlikely' : 'complete']
            : faulty.length > 0
              ? contact.faulty(faulty)
              : contact.required}
        </p>
        <Field name="name" kind="text" value={initial.name} />
        <Field
          name="email"
          kind="email"
          value={initial.email}
          question={doubtful && <AddressQuestion address={doubtful} onMend={writeAddress} />}
        />
        <Field name="text" kind="multiline" value={initial.text} />
        <Honeypot />
        <div className={styles.end}>
          <button className={styles.send} type="submit" disabled={isHydrated && !isSendable}>
            {contact.send}
          </button>
          <p className={styles.hint}>{privacyLine}</p>
        </div>
      </fieldset>
    </form>
  );
}

/** Names what was probably meant, and writes it where that is wanted. */
function AddressQuestion({ address, onMend }: { address: string; onMend: (meant: string) => void }) {
  const meant = mendAddress(address);
  if (meant === address) return contact.doubt;
  return (
    <button type="button" onClick={() => onMend(meant)}>
      {contact.suggestion(meant)}
    </button>
  );
}

const privacyLine = contact.privacy({
  retentionDays: Number(import.meta.env.MESSAGE_RETENTION_DAYS),
  isEmailOn: import.meta.env.VITE_EMAILJS_SERVICE_ID !== '',
});

function readMessage(form: HTMLFormElement): WrittenMessage {
  const data = new FormData(form);
  const read = (field: string) => String(data.get(field) ?? '');
  const message = { name: read('name'), email: read('email'), text: read('text') };
  const bait = read(HONEYPOT_FIELD);
  return bait === '' ? message : { ...message, [HONEYPOT_FIELD]: bait };
}

/**
 * Whether it is an address that may be sent, but that an answer would hardly reach. Browsers refuse more addresses than
 * the contract does (product.md, section 3), such as one with an accent.
 */
function isUnlikely({ type, value, validity }: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (type !== 'email' || findFieldErrorCode('email', value) !== null) return false;
  return !validity.valid || isDoubtfulAddress(value);
}

function isBlank(message: Message): boolean {
  return FIELDS.every((field) => message[field].trim() === '');
}

function describeReturned({ row, submittedAt }: Entry): string {
  if (row.state === 'refused') return contact.refused(row.detail);
  return contact.expired(new Date(submittedAt), KEPT_DAYS);
}

/** Removes control characters of a paste, a drop or an autofill. */
function dropForbiddenCharacters(event: Event) {
  const { target } = event;
  // Do not interrupt an input method.
  const isComposing = event instanceof InputEvent && event.isComposing;
  if (isComposing || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const field = FIELDS.find((name) => name === target.name);
  const kept = field ? stripForbiddenCharacters(field, target.value) : target.value;
  // Otherwise the cursor would move to the end.
  if (kept !== target.value) target.value = kept;
}

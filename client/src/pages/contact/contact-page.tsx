import { useCallback, useEffect, useRef, useState } from 'react';
import { Bottle } from '../../components/drawings.tsx';
import { Page } from '../../components/page.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { contact } from '../../content/contact.ts';
import { site } from '../../content/site.ts';
import type { WrittenMessage } from '../../outbox/entry.ts';
import { DELAY_MS } from '../../outbox/stores.ts';
import { loadOutboxInTime, useOutbox, useOutboxAnswer } from '../../outbox/use-outbox.ts';
import { ContactForm, forgetDraft } from './contact-form.tsx';
import styles from './contact-page.module.css';
import { CountdownNotice } from './countdown.tsx';
import { ProfileLinks } from './profile-links.tsx';
import { AWAITED, readStored, writeStored } from './web-storage.ts';

/** The form; the countdown until a time of `performance.now()`; the form again. */
type Phase = { name: 'writing' | 'returned'; height?: never } | { name: 'sent'; deadline: number; height: number };

let isAwaited = readStored(...AWAITED) === true;

function setAwaited(is: boolean) {
  isAwaited = is;
  writeStored(...AWAITED, is);
}

export function ContactPage() {
  const [phase, setPhase] = useState<Phase>({ name: 'writing' });
  const outbox = useOutbox();
  const isLate = useOutboxAnswer(outbox, 'isLate');
  const hasAllArrived = useOutboxAnswer(outbox, 'hasAllArrived');
  useEffect(() => {
    if (isLate) setAwaited(true);
  }, [isLate]);
  const isFormBack = phase.name === 'returned' || isLate || (isAwaited && hasAllArrived);
  useEffect(() => {
    // A page that is loaded again does not say it again.
    if (hasAllArrived) writeStored(...AWAITED, false);
  }, [hasAllArrived]);
  /** Why the text is in the form again. */
  const [answer, setAnswer] = useState('');
  const [isOffline, setIsOffline] = useState(false);
  const lineBelow = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isOffline) lineBelow.current?.scrollIntoView({ block: 'nearest' });
  }, [isOffline]);
  const isSubmitting = useRef(false);
  const showReturned = useCallback((why: string) => {
    setAwaited(false);
    setAnswer(why);
  }, []);
  const showFormAgain = useCallback(() => {
    isSubmitting.current = false;
    setPhase({ name: 'returned' });
  }, []);

  async function submit(message: WrittenMessage, form: HTMLFormElement) {
    // A double click.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setAnswer('');
    setIsOffline(false);
    try {
      const { submit: putIn } = outbox ?? (await loadOutboxInTime());
      await putIn(message).kept;
      forgetDraft();
      setAwaited(true);
      setPhase({ name: 'sent', deadline: performance.now() + DELAY_MS, height: form.offsetHeight });
    } catch {
      isSubmitting.current = false;
      // The outbox could not be loaded: the browser posts the form, unless that would lose the text.
      if (navigator.onLine) {
        forgetDraft();
        form.submit();
      } else {
        setIsOffline(true);
        addEventListener('online', () => setIsOffline(false), { once: true });
      }
    }
  }

  return (
    <>
      <Page path="/contato" content={contact}>
        <p className={styles.introduction}>{contact.introduction}</p>
        {/* While the message is sent it stays as high as the form was, so that nothing below it moves. */}
        <div className={styles.form} style={{ minBlockSize: phase.height }}>
          {/* Screen readers announce changes of an element that exists already. */}
          <p role="status" className={styles.answer}>
            {answer}
          </p>
          <p role="status" className={styles.done}>
            {phase.name !== 'sent' &&
              isFormBack &&
              answer === '' &&
              (isLate ? (
                // Screen readers read the line below the form, which may be out of sight.
                <span aria-hidden="true">{site.labels.late}</span>
              ) : (
                `${hasAllArrived ? `${contact.arrived} ` : ''}${contact.formIsBack}`
              ))}
          </p>
          {phase.name === 'sent' ? (
            <CountdownNotice deadline={phase.deadline} onEnd={showFormAgain} />
          ) : (
            <ContactForm
              outbox={outbox}
              onSend={(message, form) => void submit(message, form)}
              onReturned={showReturned}
              takesFocus={phase.name === 'returned'}
            />
          )}
          <p role="status" className={styles.late} ref={lineBelow}>
            {phase.name !== 'sent' && (isOffline ? contact.offline : isLate && site.labels.late)}
          </p>
        </div>
        <ProfileLinks />
      </Page>
      <div className={styles.bottle} data-phase={phase.name}>
        <Bottle />
      </div>
      <SiteFooter />
    </>
  );
}

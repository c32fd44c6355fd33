import { useCallback, useRef, useState } from 'react';
import { Bottle } from '../../components/drawings.tsx';
import { Page } from '../../components/page.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { contact } from '../../content/contact.ts';
import type { Entry, WrittenMessage } from '../../outbox/entry.ts';
import { DELAY_MS, KEPT_DAYS } from '../../outbox/stores.ts';
import { ContactForm, forgetDraft } from './contact-form.tsx';
import styles from './contact-page.module.css';
import { CountdownNotice } from './countdown.tsx';
import { ProfileLinks } from './profile-links.tsx';
import { loadOutboxInTime, useOutbox, useOutboxAnswer } from './use-outbox.ts';

/** The form; the countdown until a time of `performance.now()`; the form again. */
type Phase = { name: 'writing' | 'returned'; height?: never } | { name: 'sent'; deadline: number; height: number };

export function ContactPage() {
  const [phase, setPhase] = useState<Phase>({ name: 'writing' });
  const outbox = useOutbox();
  const isLate = useOutboxAnswer(outbox, 'isLate');
  const hasAllArrived = useOutboxAnswer(outbox, 'hasAllArrived');
  const sentLine = hasAllArrived ? contact.formIsBack : isLate && contact.onItsWay;
  const [returned, setReturned] = useState<Entry | null>(null);
  const [isOffline, setOffline] = useState(false);
  const isSubmitting = useRef(false);
  const showFormAgain = useCallback(() => {
    isSubmitting.current = false;
    setPhase({ name: 'returned' });
  }, []);

  async function submit(message: WrittenMessage, form: HTMLFormElement) {
    // A double click.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setOffline(false);
    try {
      const { submit: putIn } = outbox ?? (await loadOutboxInTime());
      await putIn(message).kept;
      forgetDraft();
      setReturned(null);
      setPhase({ name: 'sent', deadline: performance.now() + DELAY_MS, height: form.offsetHeight });
    } catch {
      isSubmitting.current = false;
      // The outbox could not be loaded: the browser posts the form, unless that would lose the text.
      if (navigator.onLine) form.submit();
      else setOffline(true);
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
            {phase.name !== 'sent' && returned !== null && `${describeReturned(returned)} `}
            {isOffline && contact.offline}
          </p>
          <p role="status" className={styles.done}>
            {phase.name === 'returned' && returned === null && sentLine}
          </p>
          {phase.name === 'sent' ? (
            <CountdownNotice deadline={phase.deadline} onEnd={showFormAgain} />
          ) : (
            <ContactForm
              outbox={outbox}
              onSend={(message, form) => void submit(message, form)}
              onReturned={setReturned}
              takesFocus={phase.name === 'returned'}
            />
          )}
          <p role="status" className={styles.late}>
            {phase.name !== 'sent' && isLate && contact.late}
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

function describeReturned({ row, submittedAt }: Entry): string {
  if (row.state === 'refused') return contact.refused(row.detail);
  return contact.expired(new Date(submittedAt), KEPT_DAYS);
}

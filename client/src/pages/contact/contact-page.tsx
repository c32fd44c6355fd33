import { useCallback, useRef, useState } from 'react';
import { Bottle } from '../../components/drawings.tsx';
import { Page } from '../../components/page.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { contact } from '../../content/contact.ts';
import type { WrittenMessage } from '../../outbox/entry.ts';
import { DELAY_MS } from '../../outbox/stores.ts';
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
  const [wasLate, setWasLate] = useState(false);
  // So that a late message of an earlier visit is told to have arrived, too.
  if (isLate && !wasLate) setWasLate(true);
  const sentLine = hasAllArrived ? contact.formIsBack : isLate && contact.onItsWay;
  /** Why the text is in the form again, or still. */
  const [answer, setAnswer] = useState('');
  const isSubmitting = useRef(false);
  const showFormAgain = useCallback(() => {
    isSubmitting.current = false;
    setPhase({ name: 'returned' });
  }, []);

  async function submit(message: WrittenMessage, form: HTMLFormElement) {
    // A double click.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setAnswer('');
    try {
      const { submit: putIn } = outbox ?? (await loadOutboxInTime());
      await putIn(message).kept;
      forgetDraft();
      setPhase({ name: 'sent', deadline: performance.now() + DELAY_MS, height: form.offsetHeight });
    } catch {
      isSubmitting.current = false;
      // The outbox could not be loaded: the browser posts the form, unless that would lose the text.
      if (navigator.onLine) form.submit();
      else setAnswer(contact.offline);
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
            {phase.name !== 'sent' && (wasLate || phase.name === 'returned') && answer === '' && sentLine}
          </p>
          {phase.name === 'sent' ? (
            <CountdownNotice deadline={phase.deadline} onEnd={showFormAgain} />
          ) : (
            <ContactForm
              outbox={outbox}
              onSend={(message, form) => void submit(message, form)}
              onReturned={setAnswer}
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

import { useEffect, useState } from 'react';
import { site } from '../content/site.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { hasMessages } from '../outbox/stores.ts';
import { loadOutbox, useOutboxAnswer } from '../outbox/use-outbox.ts';
import { AWAITED, readStored } from '../pages/contact/web-storage.ts';
import styles from './late-notice.module.css';

/** That a message has not arrived yet, and then that it has: for a visitor who has left Contato, which says it itself. */
export function LateNotice({ pathname }: { pathname: string }) {
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  const isLate = useOutboxAnswer(outbox, 'isLate');
  const hasAllArrived = useOutboxAnswer(outbox, 'hasAllArrived');
  // One that was late in an earlier visit may arrive at once.
  const [wasLate, setWasLate] = useState(() => readStored(...AWAITED) === true);
  if (isLate && !wasLate) setWasLate(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: on every page anew
  useEffect(() => {
    // The outbox is loaded for those who have sent something only.
    hasMessages()
      .then(async (has) => has && setOutbox(await loadOutbox()))
      .catch(() => undefined);
    return () => setWasLate(false);
  }, [pathname]);

  const label = isLate ? 'late' : wasLate && hasAllArrived ? 'arrived' : null;
  return (
    <p role="status" className={styles.notice} data-label={label}>
      {pathname !== '/contato' && label && site.labels[label]}
    </p>
  );
}

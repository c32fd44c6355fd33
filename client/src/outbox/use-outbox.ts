import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Outbox } from './outbox.ts';

export const loadOutbox = async (): Promise<Outbox> => (await import('./outbox.ts')).startOutbox();

/** The same as FORM_PATIENCE_MS in inline/late-script.ts. */
const PATIENCE_MS = 5000;

/** @throws where the outbox cannot be loaded within five seconds */
export function loadOutboxInTime(): Promise<Outbox> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE_MS);
    loadOutbox().then(resolve, reject);
  });
}

/** The outbox, or null until it is loaded. When the component unmounts, what was never tried is sent. */
export function useOutbox(): Outbox | null {
  const [outbox, setOutbox] = useState<Outbox | null>(null);

  useEffect(() => {
    // A submit tries again.
    loadOutbox().then(setOutbox, () => undefined);
  }, []);

  useEffect(() => () => outbox?.sendUntried(), [outbox]);

  return outbox;
}

/** The current answer; false while there is no outbox. */
export function useOutboxAnswer(outbox: Outbox | null, question: 'isLate' | 'hasReturned' | 'hasAllArrived'): boolean {
  return useSyncExternalStore(outbox?.subscribe ?? subscribeToNothing, outbox?.[question] ?? no, no);
}

const no = () => false;
const subscribeToNothing = () => no;

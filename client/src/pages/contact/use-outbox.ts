import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Outbox } from '../../outbox/outbox.ts';

/** The outbox, which comes after the page: it takes nobody so little time to write a message. */
async function loadOutbox(): Promise<Outbox> {
  const { outbox } = await import('../../outbox/outbox.ts');
  return outbox;
}

/** How long a message waits for the outbox before the browser posts it by itself; the same as before React is there (inline/late-script.ts). */
const PATIENCE_MS = 5000;

/** @throws where the outbox cannot be had, or takes too long */
export function loadOutboxInTime(): Promise<Outbox> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE_MS);
    loadOutbox().then(resolve, reject);
  });
}

/**
 * The outbox as soon as it is loaded, null until then. When the component goes, the outbox is told that the visitor may be leaving.
 */
export function useOutbox(): Outbox | null {
  const [outbox, setOutbox] = useState<Outbox | null>(null);

  useEffect(() => {
    // Should the network be gone: submitting a message tries this again.
    loadOutbox().then(setOutbox, () => undefined);
  }, []);

  useEffect(() => () => outbox?.sendUntried(), [outbox]);

  return outbox;
}

/** What a question about the outbox is answered with, now and whenever that changes; false while there is no outbox. */
export function useOutboxAnswer(outbox: Outbox | null, question: 'isLate' | 'hasReturned'): boolean {
  return useSyncExternalStore(outbox?.subscribe ?? subscribeToNothing, outbox?.[question] ?? no, no);
}

const subscribeToNothing = () => no;
const no = () => false;

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Outbox } from '../../outbox/outbox.ts';

/** The outbox, which comes after the page: it takes nobody so little time to write a message. */
export async function loadOutbox(): Promise<Outbox> {
  const { openOutbox } = await import('../../outbox/outbox.ts');
  return openOutbox();
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

  useEffect(() => () => outbox?.flush(false), [outbox]);

  return outbox;
}

/** What a question about the outbox is answered with, now and whenever that changes; false while there is no outbox. */
export function useOutboxAnswer(outbox: Outbox | null, question: 'isLate' | 'hasReturned'): boolean {
  return useSyncExternalStore(outbox?.subscribe ?? subscribeToNothing, outbox?.[question] ?? no, no);
}

const subscribeToNothing = () => no;
const no = () => false;

/** Delivers messages (product.md, section 3): claim, send, settle (docs/decisions/the-outbox-is-indexeddb-alone.md). */
import * as step from './entry.ts';
import { type Entry, GRACE_MS, isDue, isUntried, type Part, type WrittenMessage } from './entry.ts';
import type { EntryStore } from './entry-store.ts';
import type { Outcome } from './retry.ts';
import { DELAY_MS } from './stores.ts';

interface Collaborators {
  entries: EntryStore;
  saveMessage(id: string, message: WrittenMessage): Promise<Outcome>;
  sendEmail(message: WrittenMessage, isLeaving: boolean): Promise<Outcome>;
  /** Asks the service worker to deliver this entry; false if there is none. */
  handOver(ids: string[]): boolean;
  makeId(): string;
}

export type Delivery = ReturnType<typeof createDelivery>;

export function createDelivery({ entries, ...collaborators }: Collaborators) {
  const openedAt = Date.now();
  const submittedHere = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  function notify() {
    for (const listener of listeners) listener();
  }

  /** From this call on the message is sent even if the page is left. `kept` resolves as put() of the store does. */
  function submit(message: WrittenMessage) {
    const entry = step.createEntry(collaborators.makeId(), message, Date.now());
    submittedHere.add(entry.id);
    // A timer, as the clock may be set within these seconds.
    setTimeout(() => void deliver(entry.id, isUntried), DELAY_MS);
    setTimeout(notify, DELAY_MS + GRACE_MS);
    return { kept: entries.put(entry) };
  }

  function plan(id: string) {
    clearTimeout(timers.get(id));
    const entry = entries.read(id);
    if (entry === null) return;
    const at = Math.min(...step.waitingParts(entry).map((part) => step.timeOf(entry, part, Date.now())));
    if (at === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => void deliver(id, isDue), at - Date.now());
    timers.set(id, timer);
  }

  async function deliver(id: string, isChosen: typeof isUntried) {
    let parts: Part[] = [];
    const claimed = await entries.update(id, (entry) => {
      parts = step.waitingParts(entry).filter((part) => isChosen(entry, part));
      return step.claim(entry, parts, Date.now());
    });
    plan(id);
    notify();
    if (claimed) await Promise.all(parts.map((part) => send(claimed, part, false)));
  }

  /** Synchronous up to the request: leave() calls it when the page is unloaded. */
  async function send(claimed: Entry, part: Part, isLeaving: boolean) {
    const { id, message } = claimed;
    const outcome = await (part === 'row'
      ? collaborators.saveMessage(id, message)
      : collaborators.sendEmail(message, isLeaving));
    await entries.update(id, (entry) => {
      const settled = step.settle(entry, claimed, part, outcome, Date.now(), Math.random());
      return step.isFinished(settled) ? null : settled;
    });
    plan(id);
    notify();
  }

  /** Loads the entries of earlier visits and other tabs, and shortens their pauses. */
  async function takeUp() {
    await entries.load();
    for (const entry of entries.list()) {
      await entries.update(entry.id, step.shortenPauses);
      plan(entry.id);
    }
    notify();
    setTimeout(notify, GRACE_MS);
  }

  function handOver(id: string): boolean {
    return !entries.isInMemoryOnly(id) && collaborators.handOver([id]);
  }

  /**
   * Called when the page is hidden; on leaving too, milliseconds after `pagehide`. It claims nothing that the worker
   * can send, as the page may be gone before the answer.
   */
  function sendUntried() {
    for (const entry of entries.list()) {
      // In the view, leave() has claimed what it sent.
      const isOurs = submittedHere.has(entry.id) && step.PARTS.some((part) => isUntried(entry, part));
      if (isOurs && !handOver(entry.id)) void deliver(entry.id, isUntried);
    }
  }

  /** Called on unload. Page and worker both send the row, which the server stores once; only one of them the e-mail. */
  function leave() {
    for (const entry of entries.list()) {
      const isLost = entries.isInMemoryOnly(entry.id);
      const isOurs = submittedHere.has(entry.id);
      const parts = step.waitingParts(entry).filter((part) => isLost || (isOurs && isUntried(entry, part)));
      if (parts.length === 0) continue;
      const claimed = step.claim(entry, parts, Date.now());
      const isHandedOver = handOver(entry.id);
      entries.show(entry.id, claimed);
      for (const part of parts) if (part === 'row' || !isHandedOver) void send(claimed, part, true);
    }
  }

  /** Removes the oldest undeliverable entry and gives it, or null. */
  function takeReturned(): Entry | null {
    const returned = entries.list().find(step.isUndeliverable);
    if (!returned) return null;
    void entries.update(returned.id, () => null);
    entries.show(returned.id, null);
    return returned;
  }

  return {
    submit,
    takeUp,
    sendUntried,
    leave,
    /** Delivers the entries of another page. */
    deliverNow: (ids: string[]) => Promise.all(ids.map((id) => deliver(id, isUntried))),
    takeReturned,
    hasReturned: () => entries.list().some(step.isUndeliverable),
    hasAllArrived: () => entries.list().every(({ row }) => row.state === 'done'),
    isLate: () => entries.list().some((entry) => step.isLate(entry, Date.now(), openedAt)),
    /** Calls the listener whenever one of these answers may have changed; gives the function that unsubscribes. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Brings messages to the server and to EmailJS (product.md, section 3, "Beyond"): a timer for each, then claim, send, settle. Every open
 * tab does. What is claimed and not settled in time is free again (docs/decisions/the-outbox-is-indexeddb-alone.md).
 */
import * as step from './entry.ts';
import { DELAY_MS, type Entry, GRACE_MS, isDue, isUntried, type Part, type WrittenMessage } from './entry.ts';
import type { EntryStore } from './entry-store.ts';
import type { Outcome } from './retry.ts';

interface Collaborators {
  entries: EntryStore;
  saveMessage(id: string, message: WrittenMessage): Promise<Outcome>;
  sendEmail(message: WrittenMessage, isLeaving: boolean): Promise<Outcome>;
  /** Lets something that outlives the page deliver these entries; false where there is no such thing. */
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

  /** Takes a message in; from the call on it is sent if the page goes. `kept` resolves as put() of the store does. */
  function submit(message: WrittenMessage) {
    const entry = step.createEntry(collaborators.makeId(), message, Date.now());
    submittedHere.add(entry.id);
    // Whatever becomes of the clock until then.
    setTimeout(() => void deliver(entry.id, isUntried), DELAY_MS);
    setTimeout(notify, DELAY_MS + GRACE_MS);
    return { kept: entries.put(entry) };
  }

  /** Sets the timer for what is to be done next about an entry. */
  function plan(id: string) {
    clearTimeout(timers.get(id));
    const entry = entries.read(id);
    if (entry === null) return;
    const at = Math.min(...step.waitingParts(entry).map((part) => step.timeOf(entry, part, Date.now())));
    if (at === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => void deliver(id, isDue), at - Date.now());
    timers.set(id, timer);
  }

  /** Claims the chosen parts of an entry and sends them; resolves when they are settled. */
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

  /** Sends a part that is claimed, and settles it. The request is under way when the call returns. */
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

  /** Takes up what earlier visits and other tabs have left, and tries again what waits: the visitor is here, or the network is back. */
  async function takeUp() {
    await entries.load();
    for (const entry of entries.list()) {
      await entries.update(entry.id, step.hasten);
      plan(entry.id);
    }
    notify();
    setTimeout(notify, GRACE_MS);
  }

  /** Sends now what this page has not tried yet, as its visitor may be about to go. */
  function sendUntried() {
    for (const id of submittedHere) void deliver(id, isUntried);
  }

  /**
   * The page goes, and no answer will be heard here: what outlives the page is asked to deliver. The row is sent from here all the same,
   * as it is stored once however often it comes; the e-mail only where nothing else sends it.
   */
  function leave() {
    const leaving = entries.list().flatMap((entry) => {
      const isLost = entries.isInMemoryOnly(entry.id);
      const isOurs = submittedHere.has(entry.id);
      const parts = step.waitingParts(entry).filter((part) => isLost || (isOurs && isUntried(entry, part)));
      return parts.length > 0 ? [{ entry: step.claim(entry, parts, Date.now()), parts, isLost }] : [];
    });
    const kept = leaving.filter(({ isLost }) => !isLost).map(({ entry }) => entry.id);
    const isHandedOver = kept.length > 0 && collaborators.handOver(kept);
    for (const { entry, parts, isLost } of leaving) {
      entries.show(entry.id, entry);
      for (const part of parts) {
        const isSentElsewhere = part === 'email' && isHandedOver && !isLost;
        if (!isSentElsewhere) void send(entry, part, true);
      }
    }
  }

  /** Delivers what another page has handed over. */
  async function deliverNow(ids: string[]) {
    await Promise.all(ids.map((id) => deliver(id, isUntried)));
  }

  /** Takes out the oldest message that goes back to its visitor; null when there is none. */
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
    deliverNow,
    takeReturned,
    hasReturned: () => entries.list().some(step.isUndeliverable),
    isLate: () => entries.list().some((entry) => step.isLate(entry, Date.now(), openedAt)),
    /** Calls the listener whenever `isLate` or `hasReturned` may give something else; the result stops that. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Brings the messages of the outbox to the server and to EmailJS (product.md, section 3, "Beyond"): a timer for each, then claim, send,
 * settle. Every open tab runs this and no tab is special. Who claims a part sends it; a part that is claimed and not settled is free again
 * when the time for an answer is over (docs/decisions/the-outbox-is-indexeddb-alone.md).
 */
import * as step from './entry.ts';
import { DELAY_MS, type Entry, GRACE_MS, isUntried, PARTS, type Part, type WrittenMessage } from './entry.ts';
import type { EntryStore } from './entry-store.ts';
import type { Outcome } from './retry.ts';

/** The tab where a message was written sends it to the second; the others only step in when that one is gone. */
const STEP_IN_MS = 2000;

interface Collaborators {
  entries: EntryStore;
  saveMessage(id: string, message: WrittenMessage): Promise<Outcome>;
  sendEmail(message: WrittenMessage, isLeaving: boolean): Promise<Outcome>;
  /** Lets something that outlives the page deliver these entries; false where there is no such thing. */
  handOver(ids: string[]): boolean;
  isEmailOn: boolean;
  makeId(): string;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
}

/** A message that comes back to the visitor. */
export interface ReturnedMessage {
  submittedAt: number;
  /** The visitor's words; null where they had to be deleted before the visitor came by. */
  message: WrittenMessage | null;
  reason: step.ReturnReason;
}

export type Delivery = ReturnType<typeof createDelivery>;

export function createDelivery({ entries, now, ...collaborators }: Collaborators) {
  const openedAt = now();
  const submittedHere = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  function notify() {
    for (const listener of listeners) listener();
  }

  /**
   * Takes a message in. When `kept` resolves, it is on disk (never later than two seconds, and without that where the browser cannot do
   * it); from the call on, it is sent if the page goes.
   */
  function submit(message: WrittenMessage) {
    const entry = step.createEntry(collaborators.makeId(), message, now(), collaborators.isEmailOn);
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
    const at = Math.min(...step.waitingParts(entry).map((part) => dueTime(entry, part)));
    if (at === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => void deliver(id, isDue), at - now());
    timers.set(id, timer);
  }

  function dueTime(entry: Entry, part: Part): number {
    const isForAnotherTab = isUntried(entry, part) && !submittedHere.has(entry.id);
    return step.timeOf(entry, part, now()) + (isForAnotherTab ? STEP_IN_MS : 0);
  }

  function isDue(entry: Entry, part: Part): boolean {
    return dueTime(entry, part) <= now();
  }

  /** Claims the chosen parts of an entry and sends them; resolves when they are settled. */
  async function deliver(id: string, isChosen: typeof isDue) {
    let parts: Part[] = [];
    const claimed = await entries.update(id, (entry) => {
      parts = step.waitingParts(entry).filter((part) => isChosen(entry, part));
      return step.claim(entry, parts, now());
    });
    plan(id);
    notify();
    if (claimed) await Promise.all(parts.map((part) => send(claimed, part, false)));
  }

  /** Sends a part that is claimed, and settles it. The request is under way when the call returns. */
  async function send(claimed: Entry, part: Part, isLeaving: boolean) {
    const { id, message } = claimed;
    if (message === null) return;
    const outcome = await (part === 'row'
      ? collaborators.saveMessage(id, message)
      : collaborators.sendEmail(message, isLeaving));
    await entries.update(id, (entry) => {
      const settled = step.settle(entry, claimed, part, outcome, now(), collaborators.random());
      return step.isFinished(settled) ? null : settled;
    });
    plan(id);
    notify();
  }

  /** Takes up what earlier visits and other tabs have left, and tries again what waits: the visitor is here, or the network is back. */
  async function takeUp() {
    await entries.load();
    for (const entry of entries.list()) {
      if (step.isAbandoned(entry, now())) await entries.update(entry.id, (latest) => ({ ...latest, message: null }));
      else await entries.update(entry.id, step.hasten);
      plan(entry.id);
    }
    notify();
    setTimeout(notify, GRACE_MS);
  }

  /** Sends now what this page has not tried yet, as its visitor may be about to go. */
  function sendUntried() {
    for (const id of submittedHere) {
      const entry = entries.read(id);
      if (entry && PARTS.some((part) => isUntried(entry, part))) void deliver(id, isUntried);
    }
  }

  /**
   * The page goes: nothing can be waited for any more, and no answer will be heard here. What outlives the page is asked to deliver. The row
   * is sent from here all the same, as it is stored once however often it comes; the e-mail only where nothing else sends it.
   */
  function leave() {
    const leaving = entries.list().flatMap((entry) => {
      const { id } = entry;
      const isLost = entries.isInMemoryOnly(id);
      const isChosen = (part: Part) => isLost || (submittedHere.has(id) && isUntried(entry, part));
      const parts = step.waitingParts(entry).filter((part) => isChosen(part));
      return parts.length > 0 ? [{ entry: step.claim(entry, parts, now()), parts, isLost }] : [];
    });
    const kept = leaving.filter(({ isLost }) => !isLost).map(({ entry }) => entry.id);
    const isHandedOver = kept.length > 0 && collaborators.handOver(kept);
    for (const { entry } of leaving) entries.show(entry.id, entry);
    for (const part of PARTS) {
      for (const { entry, parts, isLost } of leaving) {
        const isSentElsewhere = part === 'email' && isHandedOver && !isLost;
        if (parts.includes(part) && !isSentElsewhere) void send(entry, part, true);
      }
    }
  }

  /** Delivers what another page has handed over. */
  async function deliverNow(ids: string[]) {
    await Promise.all(ids.map((id) => deliver(id, (entry, part) => isUntried(entry, part) || isDue(entry, part))));
  }

  /** Takes the oldest returned message out of the outbox; null when there is none. */
  function takeReturned(): ReturnedMessage | null {
    for (const { id, submittedAt, message, ...state } of entries.list()) {
      const reason = step.reasonToReturn(state);
      if (reason === null) continue;
      void entries.update(id, () => null);
      entries.show(id, null);
      return { submittedAt, message, reason };
    }
    return null;
  }

  return {
    submit,
    takeUp,
    sendUntried,
    leave,
    deliverNow,
    takeReturned,
    /** Whether `takeReturned` would give something. */
    hasReturned: () => entries.list().some((entry) => step.reasonToReturn(entry) !== null),
    /** Whether a message is on its way for so long that its visitor should know. */
    isLate: () => entries.list().some((entry) => step.isLate(entry, now(), openedAt)),
    /** Calls the listener whenever `isLate` or `hasReturned` may give something else; the result stops that. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

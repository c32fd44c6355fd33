/**
 * Brings the messages of the outbox to the server and to EmailJS (product.md, section 3, "Beyond"). Every open tab runs this and knows
 * every entry; a lock for each entry decides which tab sends it. There is no queue and no leader, so when a tab dies nothing has to be
 * handed over: the others have the same timers.
 */
import type { Backup } from './backup.ts';
import {
  beginAttempt,
  createEntry,
  DELAY_MS,
  type Entry,
  GRACE_MS,
  isExpired,
  isFinished,
  isLate,
  isUntried,
  PARTS,
  type Part,
  type ReturnReason,
  reasonToReturn,
  settleAttempt,
  timeOf,
  type WrittenMessage,
  waitingParts,
} from './entry.ts';
import type { EntryStorage } from './entry-storage.ts';
import type { Outcome } from './retry.ts';
import type { SenderLock } from './sender-lock.ts';

/** The tab where a message was written sends it to the second; the others only step in when that one is gone. */
const STEP_IN_MS = 2000;
/** How often a tab looks again while another one sends. */
const LOOK_AGAIN_MS = 5000;
/** Nobody sends for that long at a stretch. A tab that still holds a lock then is frozen, as phones do with tabs in the background. */
const FROZEN_MS = 30_000;

interface Collaborators {
  entries: EntryStorage;
  backup: Backup;
  holdSenderLock: SenderLock;
  saveMessage(id: string, message: WrittenMessage): Promise<Outcome>;
  sendEmail(message: WrittenMessage, isLeaving: boolean): Promise<Outcome>;
  isEmailOn: boolean;
  makeId(): string;
  /** From 0 up to, but not including, 1. */
  random(): number;
}

/** A message that comes back to the visitor. */
export interface ReturnedMessage {
  submittedAt: number;
  /** The visitor's words; null where they had to be deleted before the visitor came by. */
  message: WrittenMessage | null;
  reason: ReturnReason;
}

export interface Delivery {
  /**
   * Takes a message in. When the call returns, it is in localStorage; when `kept` resolves, it is on disk (never later than two seconds,
   * and without a copy on disk where the browser cannot make one).
   */
  submit(message: WrittenMessage): { kept: Promise<void> };
  /** Takes up what earlier visits and other tabs have left. Once, when the page has nothing better to do. */
  start(): void;
  /** Tries again what waits: the network is back, or the page has been woken up. */
  hurry(): void;
  /**
   * The page may be about to go: sends now what this page has not tried yet.
   *
   * @param isLast - the page surely goes: sends everything too that would be lost with it
   */
  flush(isLast: boolean): void;
  /** Another tab has changed an entry. */
  noticeChange(id: string): void;
  /** Whether a message is on its way for so long that its visitor should know. */
  isLate(): boolean;
  /** Whether `takeReturned` would give something. */
  hasReturned(): boolean;
  /** Takes the oldest returned message out of the outbox; null when there is none. */
  takeReturned(): ReturnedMessage | null;
  /** Calls the listener whenever `isLate` or `hasReturned` may give something else; the result stops that. */
  subscribe(listener: () => void): () => void;
}

export function createDelivery(collaborators: Collaborators): Delivery {
  const { entries, backup, holdSenderLock, saveMessage, sendEmail, isEmailOn, makeId, random } = collaborators;
  const openedAt = Date.now();
  const submittedHere = new Set<string>();
  /** For each entry, the moment of what this page does next about it. */
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Parts that this page tries as soon as they may be, instead of waiting for their pause to end. */
  const hurried = new Set<string>();
  /** Parts that this page has sent and that are not answered yet. */
  const onTheWire = new Set<string>();
  /** The entries this page attends to, each with what makes it look at the entry again. */
  const attended = new Map<string, () => void>();
  /** Since when another tab has held the lock of an entry. */
  const takenSince = new Map<string, number>();
  const listeners = new Set<() => void>();

  function notify() {
    for (const listener of listeners) listener();
  }

  function submit(message: WrittenMessage) {
    const entry = createEntry(makeId(), message, Date.now(), isEmailOn);
    entries.save(entry);
    submittedHere.add(entry.id);
    setTimeout(() => {
      sendNow((other, part) => other.id === entry.id && isUntried(other, part), false);
      notify();
    }, DELAY_MS);
    setTimeout(notify, DELAY_MS + GRACE_MS);
    return { kept: backup.put(entry) };
  }

  function start() {
    for (const entry of entries.list()) hurryEntry(entry);
    expireSoon();
    void restoreFromBackup().then(expireSoon);
  }

  /** In a moment: by then the form, if this page has one, has taken back what is too old to be delivered. */
  function expireSoon() {
    setTimeout(() => {
      for (const entry of entries.list()) expireIfTooOld(entry);
      notify();
    }, GRACE_MS);
  }

  /** Under the lock: between the two stores, an entry that is just being removed looks like one that was lost. */
  async function restoreFromBackup() {
    for (const { id } of await backup.list()) {
      if (entries.read(id) !== null) continue;
      await holdSenderLock(
        id,
        async () => {
          const copy = (await backup.list()).find((entry) => entry.id === id);
          if (copy && entries.read(id) === null) entries.save(copy);
        },
        false,
      );
      plan(id);
    }
  }

  function hurryEntry(entry: Entry) {
    for (const part of waitingParts(entry, Date.now())) hurried.add(keyOf(entry.id, part));
    plan(entry.id);
  }

  /** When this page is to send a part; Infinity when it has no reason to. */
  function dueTime(entry: Entry, part: Part, now: number): number {
    const key = keyOf(entry.id, part);
    if (onTheWire.has(key)) return Number.POSITIVE_INFINITY;
    const isForAnotherTab = isUntried(entry, part) && !submittedHere.has(entry.id);
    return timeOf(entry, part, now, hurried.has(key)) + (isForAnotherTab ? STEP_IN_MS : 0);
  }

  function plan(id: string) {
    clearTimeout(timers.get(id));
    const entry = entries.read(id);
    if (entry === null) return;
    const now = Date.now();
    const at = Math.min(...waitingParts(entry, now).map((part) => dueTime(entry, part, now)));
    if (Number.isFinite(at)) setTimer(id, at - now);
  }

  function setTimer(id: string, delay: number) {
    clearTimeout(timers.get(id));
    const act = () => {
      const lookAgain = attended.get(id);
      if (lookAgain) lookAgain();
      else void attend(id, new Set());
    };
    timers.set(id, setTimeout(act, delay));
  }

  /** Delivers an entry while this tab is its sender; when another one is, looks again later. */
  async function attend(id: string, underWay: Set<Promise<void>>) {
    attended.set(id, () => undefined);
    const since = takenSince.get(id) ?? Date.now();
    const isSender = await holdSenderLock(id, () => deliver(id, underWay), Date.now() - since > FROZEN_MS);
    attended.delete(id);
    if (isSender) {
      takenSince.delete(id);
      plan(id);
    } else {
      takenSince.set(id, since);
      setTimer(id, LOOK_AGAIN_MS);
    }
  }

  /** Sends what is due, and stays as long as something is under way: a row that is due again must not wait for an e-mail that hangs. */
  async function deliver(id: string, underWay: Set<Promise<void>>) {
    sendDue(id, underWay);
    while (underWay.size > 0) {
      const somethingIsDue = new Promise<void>((resolve) => attended.set(id, resolve));
      plan(id);
      await Promise.race([...underWay, somethingIsDue]);
      sendDue(id, underWay);
    }
  }

  function sendDue(id: string, underWay: Set<Promise<void>>) {
    const entry = entries.read(id);
    if (entry === null) return;
    const now = Date.now();
    expireIfTooOld(entry);
    const due = waitingParts(entry, now).filter((part) => dueTime(entry, part, now) <= now);
    for (const part of due) launch(entry.id, part, false, underWay);
  }

  /**
   * Sends parts of this page's own entries without asking for the lock first: the answer to that could come too late, and before a message
   * is due no other tab touches it. All rows are on their way before the first e-mail is.
   */
  function sendNow(isWanted: (entry: Entry, part: Part) => boolean, isLeaving: boolean) {
    const own = [...submittedHere].map((id) => entries.read(id)).filter((entry) => entry !== null);
    const underWay = new Map(own.map(({ id }) => [id, new Set<Promise<void>>()]));
    for (const part of PARTS) {
      for (const entry of own) {
        const isFree = waitingParts(entry, Date.now()).includes(part) && !onTheWire.has(keyOf(entry.id, part));
        const attempts = underWay.get(entry.id);
        if (attempts && isFree && isWanted(entry, part)) launch(entry.id, part, isLeaving, attempts);
      }
    }
    for (const [id, attempts] of underWay) {
      if (attempts.size > 0 && !attended.has(id)) void attend(id, attempts);
    }
  }

  function launch(id: string, part: Part, isLeaving: boolean, underWay: Set<Promise<void>>) {
    const attempt = send(id, part, isLeaving).finally(() => underWay.delete(attempt));
    underWay.add(attempt);
  }

  async function send(id: string, part: Part, isLeaving: boolean) {
    const entry = entries.read(id);
    if (!entry?.message) return;
    const key = keyOf(id, part);
    hurried.delete(key);
    onTheWire.add(key);
    entries.save(beginAttempt(entry, part, Date.now()));
    const { message } = entry;
    const outcome = await (part === 'row' ? saveMessage(id, message) : sendEmail(message, isLeaving));
    onTheWire.delete(key);

    const latest = entries.read(id);
    if (latest === null) return;
    const settled = settleAttempt(latest, part, outcome, Date.now(), random());
    if (isFinished(settled)) await drop(id);
    else entries.save(settled);
    notify();
  }

  async function drop(id: string) {
    entries.remove(id);
    await backup.remove(id);
  }

  /** Deletes the visitor's words. What is left says that there was a message, until its visitor has been told. */
  function expireIfTooOld(entry: Entry) {
    if (!isExpired(entry, Date.now())) return;
    if (entry.row.state === 'done') entries.remove(entry.id);
    else entries.save({ ...entry, message: null });
    void backup.remove(entry.id);
  }

  function takeReturned(): ReturnedMessage | null {
    const now = Date.now();
    const entry = entries.list().find((candidate) => reasonToReturn(candidate, now) !== null);
    const reason = entry && reasonToReturn(entry, now);
    if (!entry || !reason) return null;
    void drop(entry.id);
    return { submittedAt: entry.submittedAt, message: entry.message, reason };
  }

  return {
    submit,
    start,
    hurry() {
      for (const entry of entries.list()) hurryEntry(entry);
    },
    flush(isLast) {
      const isLost = ({ id }: Entry) => isLast && entries.isInMemoryOnly(id);
      sendNow((entry, part) => isUntried(entry, part) || isLost(entry), true);
    },
    noticeChange(id) {
      // So that tab is not frozen.
      takenSince.delete(id);
      plan(id);
      notify();
    },
    isLate: () => entries.list().some((entry) => isLate(entry, Date.now(), openedAt)),
    hasReturned: () => entries.list().some((entry) => reasonToReturn(entry, Date.now()) !== null),
    takeReturned,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function keyOf(id: string, part: Part): string {
  return `${id} ${part}`;
}

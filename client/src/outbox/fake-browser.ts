/**
 * A browser with tabs and a database, and a server and an EmailJS at the other end, for the unit tests of delivery.ts. The database is
 * fake-indexeddb under the real store; what it has confirmed is on disk. Time passes only in `pass`.
 */
import type { Message } from '@portfolio/contract/message';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createDelivery, type Delivery } from './delivery.ts';
import { createEntryStore, type EntryStore } from './entry-store.ts';
import { FAILED, type Outcome } from './retry.ts';
import { openDatabase, transact } from './stores.ts';

/**
 * What happens to a request: `fine`, it arrives and is answered; `unheard`, it arrives and the answer gets lost; `lost`, it never arrives;
 * `busy`, it is turned away for a minute; `hang`, it arrives and nobody ever answers; `final`, it is refused for good.
 */
export type Fate = 'fine' | 'unheard' | 'lost' | 'busy' | 'hang' | 'final';

/** From the browser to the other end, and the same back. */
const LATENCY_MS = 10;
const TIME_LIMIT_MS = 10_000;

export interface Tab {
  delivery: Delivery;
  /** The page is gone, without a chance to do anything. */
  crash(): void;
  /** The page is there, but does nothing any more, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

export type FakeBrowser = ReturnType<typeof createFakeBrowser>;

/** Time, in place of the browser's own: `vi.useFakeTimers` lets a real millisecond pass for each timer. */
export function installClock(startAt: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: startAt });
  const timers = new Map<number, { at: number; act: () => void }>();
  const nextTask = setImmediate;
  let elapsed = 0;
  let lastTimer = 0;
  vi.stubGlobal('setTimeout', (act: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
    lastTimer += 1;
    timers.set(lastTimer, { at: elapsed + Math.max(0, delay), act: () => act(...args) });
    return lastTimer;
  });
  vi.stubGlobal('clearTimeout', (timer: number) => void timers.delete(timer));
  // What the database does takes no time.
  vi.stubGlobal('setImmediate', queueMicrotask);
  const settle = () => new Promise((resolve) => nextTask(resolve));

  function moveTo(moment: number) {
    vi.setSystemTime(Date.now() + moment - elapsed);
    elapsed = moment;
  }

  async function pass(ms: number) {
    const end = elapsed + ms;
    await settle();
    for (;;) {
      const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (next === undefined) break;
      const [timer, { at, act }] = next;
      timers.delete(timer);
      moveTo(Math.max(at, elapsed));
      act();
      await settle();
    }
    moveTo(end);
  }
  return { pass, clear: () => timers.clear() };
}

/** How the browser's database behaves: `silent`, it never answers; `full`, it takes nothing more. */
export type Storage = 'works' | 'forbidden' | 'silent' | 'full';

/** @param random - from 0 up to, but not including, 1 */
export function createFakeBrowser(random: () => number, storage: Storage = 'works') {
  vi.spyOn(Math, 'random').mockImplementation(random);
  const factory = new IDBFactory();
  vi.stubGlobal('indexedDB', makeStorage(factory, storage));
  if (storage === 'full') {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  }
  const tabs = new Set<Tab>();
  /** Every request, in the order they were sent. */
  const sent: { part: 'row' | 'email'; id: string; at: number }[] = [];
  /** The rows of the server's database, by id. */
  const rows = new Map<string, Message>();
  /** How many e-mails EmailJS has delivered, by id. */
  const emails = new Map<string, number>();
  /** How many of these nobody has heard of, by id. */
  const unheard = new Map<string, number>();
  const fate: Record<'row' | 'email', Fate> = { row: 'fine', email: 'fine' };
  /** Counts the browser's lives: what a dead browser had on the wire never arrives. */
  let life = 0;
  let lastId = 0;

  const countUp = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  const never = () => new Promise<never>(() => undefined);

  /**
   * Something that runs the outbox: a page, or what outlives it.
   *
   * @param untilRunning - resolves when it is not frozen: whether it is still there
   */
  function run(isRunning: () => boolean, untilRunning: () => Promise<boolean>, handOver: (ids: string[]) => boolean) {
    async function request(part: 'row' | 'email', id: string, outlivesPage: boolean, arrive: () => void) {
      if (!isRunning()) return never();
      sent.push({ part, id, at: Date.now() });
      const how = fate[part];
      const born = life;
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      const arrives = born === life && (outlivesPage || isRunning()) && ['fine', 'unheard', 'hang'].includes(how);
      if (arrives) arrive();
      const answering = how === 'hang' ? TIME_LIMIT_MS - LATENCY_MS : LATENCY_MS;
      await new Promise((resolve) => setTimeout(resolve, answering));
      const isHeard = born === life && (await untilRunning());
      if (arrives && part === 'email' && (how !== 'fine' || !isHeard)) countUp(unheard, id);
      return isHeard ? toOutcome(how) : never();
    }

    /** An e-mail does not carry the id; in these tests the text of a message does. */
    const idOf = (message: Message) => message.text;
    return createDelivery({
      entries: whileRunning(createEntryStore(), untilRunning, isRunning),
      saveMessage: (id, message) => request('row', id, true, () => rows.set(id, message)),
      sendEmail: (message, isLeaving) =>
        request('email', idOf(message), isLeaving, () => countUp(emails, idOf(message))),
      handOver,
      makeId: () => `id-${++lastId}`,
    });
  }

  function openTab(): Tab {
    let isFrozen = false;
    const handOver = (ids: string[]) => {
      const born = life;
      if (browser.hasWorker)
        void run(
          () => born === life,
          async () => born === life,
          () => false,
        ).deliverNow(ids);
      return browser.hasWorker;
    };
    const untilRunning = async () => {
      while (isFrozen && tabs.has(tab)) await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      return tabs.has(tab);
    };
    const tab: Tab = {
      delivery: run(() => tabs.has(tab) && !isFrozen, untilRunning, handOver),
      crash: () => tabs.delete(tab),
      freeze: () => {
        isFrozen = true;
      },
      thaw: () => {
        isFrozen = false;
      },
    };
    tabs.add(tab);
    return tab;
  }

  const browser = {
    /** Whether something outlives a page, and hears the answers to its last requests. */
    hasWorker: true,
    fate,
    sent,
    rows,
    emails,
    unheard,
    tabs: tabs as ReadonlySet<Tab>,
    openTab,
    /** All tabs are gone. */
    kill() {
      life += 1;
      tabs.clear();
    },
    /** The visitor deletes what the site has stored. */
    async clearData() {
      await new Promise((resolve) => {
        factory.deleteDatabase('portfolio.messages').onsuccess = resolve;
      });
    },
    /** From now on, opening the database takes so long. */
    answerAfter(ms: number) {
      const open = factory.open.bind(factory);
      factory.open = (name, version) => {
        const opening = open(name, version);
        const answer = opening.dispatchEvent.bind(opening);
        opening.dispatchEvent = (event) => {
          setTimeout(() => answer(event), ms);
          return true;
        };
        return opening;
      };
    },
    /** Everything the browser still knows of messages. */
    async leftovers() {
      const database = await openDatabase();
      const left: unknown[] = await transact(database, 'readonly', (entries) => entries.getAll());
      database.close();
      return left;
    },
  };
  return browser;
}

/** The store of a page that may be gone at any moment, or stand still. */
function whileRunning(store: EntryStore, untilRunning: () => Promise<boolean>, isRunning: () => boolean): EntryStore {
  const resume = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!isRunning() && !(await untilRunning())) return new Promise(() => undefined);
    const result = await work();
    return isRunning() || (await untilRunning()) ? result : new Promise(() => undefined);
  };
  return {
    ...store,
    load: () => resume(() => store.load()),
    put: (entry) => resume(() => store.put(entry)),
    update: (id, change) => resume(() => store.update(id, (entry) => (isRunning() ? change(entry) : entry))),
  };
}

function makeStorage(factory: IDBFactory, storage: Storage): Pick<IDBFactory, 'open'> {
  if (storage === 'works') return factory;
  return {
    open(name, version) {
      if (storage === 'forbidden') throw new DOMException('denied', 'SecurityError');
      const opening = factory.open(name, version);
      if (storage === 'silent') Object.defineProperty(opening, 'onsuccess', { set: () => undefined });
      return opening;
    },
  };
}

function toOutcome(how: Fate): Outcome {
  switch (how) {
    case 'fine':
      return { kind: 'done' };
    case 'final':
      return { kind: 'refused', detail: 'Não serve.' };
    case 'busy':
      return { kind: 'failed', retryAfterMs: 60_000 };
    default:
      return FAILED;
  }
}

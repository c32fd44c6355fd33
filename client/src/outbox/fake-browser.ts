/** A browser with tabs and fake-indexeddb, a server and an EmailJS, for the tests of delivery.ts. */
import type { Message } from '@portfolio/contract/message';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createDelivery, type Delivery } from './delivery.ts';
import { createEntryStore, type EntryStore } from './entry-store.ts';
import { FAILED, type Outcome } from './retry.ts';
import { openDatabase, transact } from './stores.ts';

/** `unheard`: stored, the answer is lost; `busy`: refused for a minute; `hang`: stored, no answer; `final`: refused. */
export type Fate = 'fine' | 'unheard' | 'lost' | 'busy' | 'hang' | 'final';

/** Of a request, and again of its answer. */
const LATENCY_MS = 10;
const TIME_LIMIT_MS = 10_000;

export interface Tab {
  delivery: Delivery;
  /** The page is gone without an event. */
  crash(): void;
  freeze(): void;
  thaw(): void;
}

export type FakeBrowser = ReturnType<typeof createFakeBrowser>;

/** Time passes only in `pass`. Of our own, as `vi.useFakeTimers` waits a real millisecond for each timer. */
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
  // For fake-indexeddb: the database takes no time.
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

/** `silent`: the database never answers. */
export type Storage = 'works' | 'forbidden' | 'silent' | 'full';

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
  const sent: { part: 'row' | 'email'; id: string; at: number }[] = [];
  // By id.
  const rows = new Map<string, Message>();
  const emails = new Map<string, number>();
  /** How many of these e-mails had an answer that no page received. */
  const unheard = new Map<string, number>();
  const fate: Record<'row' | 'email', Fate> = { row: 'fine', email: 'fine' };
  /** Counts starts of the browser: requests of a killed one never arrive. */
  let life = 0;
  let lastId = 0;

  const countUp = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  const never = () => new Promise<never>(() => undefined);

  /** A page or a service worker. `untilRunning` waits while it is frozen, and tells whether it still exists. */
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

    /** An e-mail has no id; in these tests the text of the message is the id. */
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
    hasWorker: true,
    fate,
    sent,
    rows,
    emails,
    unheard,
    tabs: tabs as ReadonlySet<Tab>,
    openTab,
    kill() {
      life += 1;
      tabs.clear();
    },
    async clearData() {
      await new Promise((resolve) => {
        factory.deleteDatabase('portfolio.messages').onsuccess = resolve;
      });
    },
    delayOpening(ms: number) {
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
    async leftovers() {
      const database = await openDatabase();
      const left: unknown[] = await transact(database, 'readonly', (entries) => entries.getAll());
      database.close();
      return left;
    },
  };
  return browser;
}

/** The store of a page that can be frozen or gone at any time. */
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

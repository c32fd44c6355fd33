/**
 * A browser with tabs, storage and locks, and a server and an EmailJS at the other end, for the unit tests of delivery.ts. It behaves as
 * measured in Chromium: what is in localStorage is on disk only five seconds later, and what IndexedDB has confirmed is on disk. Runs on
 * vitest's fake timers.
 */
import type { Message } from '@portfolio/contract/message';
import { createDelivery, type Delivery } from './delivery.ts';
import type { Entry } from './entry.ts';
import { createEntryStorage } from './entry-storage.ts';
import { createFakeStorage } from './fake-storage.ts';
import { FAILED, type Outcome } from './retry.ts';
import type { SenderLock } from './sender-lock.ts';
import { KEY_PREFIX, listKeys } from './stores.ts';

/**
 * What happens to a request: `fine`, it arrives and is answered; `unheard`, it arrives and the answer gets lost; `lost`, it never arrives;
 * `busy`, it is turned away for a minute; `hang`, it arrives and nobody ever answers; `final`, it is refused for good.
 */
export type Fate = 'fine' | 'unheard' | 'lost' | 'busy' | 'hang' | 'final';

const LATENCY_MS = 20;
const TIME_LIMIT_MS = 10_000;
const BACKUP_LATENCY_MS = 3;
const FLUSH_MS = 5000;

export interface Tab {
  delivery: Delivery;
  /** The page is gone, without a chance to do anything. */
  crash(): void;
  /** The page is there, and holds its locks, but does nothing any more. */
  freeze(): void;
}

export interface FakeBrowser {
  fate: Record<'row' | 'email', Fate>;
  /** Every request, in the order they were sent. */
  readonly sent: { part: 'row' | 'email'; id: string; at: number }[];
  /** The rows of the server's database, by id. */
  readonly rows: Map<string, Message>;
  /** How many e-mails EmailJS has delivered, by id. */
  readonly emails: Map<string, number>;
  readonly tabs: ReadonlySet<Tab>;
  openTab(options?: { isStorageForbidden: boolean }): Tab;
  /** All tabs are gone, and whatever is not on disk. */
  kill(): void;
  /** Everything the browser still knows of messages. */
  leftovers(): string[];
}

export function createFakeBrowser(random: () => number): FakeBrowser {
  const storage = createFakeStorage();
  let onDisk: [string, string][] = [];
  const backups = new Map<string, Entry>();
  const locks = new Map<string, Tab>();
  const tabs = new Set<Tab>();
  const sent: FakeBrowser['sent'] = [];
  const rows = new Map<string, Message>();
  const emails = new Map<string, number>();
  const fate: FakeBrowser['fate'] = { row: 'fine', email: 'fine' };
  /** Counts the browser's lives: what a dead browser had on the wire never arrives. */
  let life = 0;
  let lastId = 0;

  const snapshot = () => listKeys(storage).map((key): [string, string] => [key, storage.getItem(key) ?? '']);
  setInterval(() => {
    onDisk = snapshot();
  }, FLUSH_MS);

  function openTab({ isStorageForbidden } = { isStorageForbidden: false }): Tab {
    let isFrozen = false;
    const isOpen = () => tabs.has(tab) && !isFrozen;
    const never = () => new Promise<never>(() => undefined);
    /** Answers after a while; a page that is gone by then never hears of it. */
    const after = async <Result>(delay: number, result: () => Result): Promise<Result> => {
      const born = life;
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (born !== life) return never();
      const value = result();
      return isOpen() ? value : never();
    };

    const tellOthers = (key: string) => {
      for (const other of tabs) {
        if (other !== tab)
          setTimeout(() => tabs.has(other) && other.delivery.noticeChange(key.slice(KEY_PREFIX.length)), 1);
      }
    };
    const ownStorage: Storage = {
      ...createFakeStorage(),
      get length() {
        return storage.length;
      },
      key: (index) => storage.key(index),
      getItem: (key) => storage.getItem(key),
      setItem(key, value) {
        storage.setItem(key, value);
        tellOthers(key);
      },
      removeItem(key) {
        storage.removeItem(key);
        tellOthers(key);
      },
    };

    const holdSenderLock: SenderLock = async (id, work, steal) => {
      if (!isOpen()) return never();
      await after(1, () => undefined);
      const holder = locks.get(id);
      if (holder && tabs.has(holder) && !steal) return false;
      locks.set(id, tab);
      await work();
      if (locks.get(id) === tab) locks.delete(id);
      return true;
    };

    async function request(
      part: 'row' | 'email',
      id: string,
      outlivesPage: boolean,
      arrive: () => void,
    ): Promise<Outcome> {
      if (!isOpen()) return never();
      sent.push({ part, id, at: Date.now() });
      const how = fate[part];
      const reach = () => {
        const arrives = outlivesPage || isOpen();
        if (arrives && how !== 'lost' && how !== 'busy' && how !== 'final') arrive();
      };
      const answered = after(LATENCY_MS, reach);
      switch (how) {
        case 'fine':
          return answered.then(() => ({ kind: 'done' }));
        case 'final':
          return answered.then(() => ({ kind: 'refused', detail: 'Não serve.' }));
        case 'busy':
          return answered.then(() => ({ kind: 'failed', retryAfterMs: 60_000 }));
        case 'unheard':
        case 'lost':
          return answered.then(() => FAILED);
        case 'hang':
          return after(TIME_LIMIT_MS, () => FAILED);
      }
    }

    /** An e-mail does not carry the id; in these tests the text of a message does. */
    const idOf = (message: Message) => message.text;
    const tab: Tab = {
      delivery: createDelivery({
        entries: createEntryStorage(() => {
          if (!isOpen() || isStorageForbidden) throw new DOMException('denied', 'SecurityError');
          return ownStorage;
        }),
        backup: {
          put: (entry) => after(BACKUP_LATENCY_MS, () => void (isStorageForbidden || backups.set(entry.id, entry))),
          list: () => after(BACKUP_LATENCY_MS, () => [...backups.values()]),
          remove: (id) => after(BACKUP_LATENCY_MS, () => void backups.delete(id)),
        },
        holdSenderLock,
        saveMessage: (id, message) => request('row', id, true, () => rows.set(id, message)),
        sendEmail: (message, isLeaving) => {
          const id = idOf(message);
          return request('email', id, isLeaving, () => emails.set(id, (emails.get(id) ?? 0) + 1));
        },
        isEmailOn: true,
        makeId: () => `id-${++lastId}`,
        random,
      }),
      crash: () => tabs.delete(tab),
      freeze: () => {
        isFrozen = true;
      },
    };
    tabs.add(tab);
    return tab;
  }

  return {
    fate,
    sent,
    rows,
    emails,
    tabs,
    openTab,
    kill() {
      life += 1;
      tabs.clear();
      locks.clear();
      for (const key of listKeys(storage)) storage.removeItem(key);
      for (const [key, value] of onDisk) storage.setItem(key, value);
    },
    leftovers: () => [...snapshot().map(([key]) => key), ...backups.keys()],
  };
}

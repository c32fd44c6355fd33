import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeStorage } from './fake-storage.ts';
import { holdSenderLock } from './sender-lock.ts';

/** A piece of work that ends when it is told to. */
function startWork(id = 'a', steal = false) {
  let finish = () => {};
  const begun = vi.fn();
  const work = () => {
    begun();
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const isSender = holdSenderLock(id, work, steal);
  return { isSender, begun, finish: () => finish() };
}

/** As Web Locks: one holder for a name; who asks without waiting gets null; who steals gets it, and the holder's request rejects. */
function createFakeLocks() {
  const evictions = new Map<string, () => void>();
  return {
    async request(
      name: string,
      { steal = false }: LockOptions,
      work: (lock: { name: string } | null) => Promise<boolean>,
    ): Promise<boolean> {
      const evict = evictions.get(name);
      if (evict && !steal) return work(null);
      evict?.();
      return new Promise((resolve, reject) => {
        const evicted = () => reject(new DOMException('stolen', 'AbortError'));
        evictions.set(name, evicted);
        void work({ name }).then((result) => {
          if (evictions.get(name) === evicted) evictions.delete(name);
          resolve(result);
        });
      });
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', createFakeStorage());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const withLocks = () => vi.stubGlobal('navigator', { locks: createFakeLocks() });
const withoutHttps = () => vi.stubGlobal('navigator', {});
const withoutStorage = () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) } });
};

test.each([
  ['with Web Locks', withLocks],
  ['on a page without https, where they are missing', withoutHttps],
])('there is one sender at a time for a message, and another one after that, %s', async (_, prepare) => {
  prepare();
  const first = startWork('a');
  await settle();
  expect(first.begun).toHaveBeenCalledOnce();
  const second = startWork('a');
  expect(await second.isSender).toBe(false);
  expect(second.begun).not.toHaveBeenCalled();

  const other = startWork('b');
  await settle();
  expect(other.begun).toHaveBeenCalledOnce();

  first.finish();
  expect(await first.isSender).toBe(true);
  const third = startWork('a');
  await settle();
  expect(third.begun).toHaveBeenCalledOnce();
});

test('a visitor who forbids all storage, and with it the locks, sends all the same', async () => {
  withoutStorage();
  const only = startWork();
  await settle();
  expect(only.begun).toHaveBeenCalledOnce();
  only.finish();
  expect(await only.isSender).toBe(true);
});

test('a lock can be taken away from a frozen tab, which is no error for that tab', async () => {
  withLocks();
  const frozen = startWork();
  await settle();
  const thief = startWork('a', true);
  await settle();
  expect(thief.begun).toHaveBeenCalledOnce();
  expect(await frozen.isSender).toBe(true);
});

describe('the lease that stands in for a lock', () => {
  beforeEach(withoutHttps);

  test('lasts as long as the work does', async () => {
    startWork();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await startWork().isSender).toBe(false);
  });

  test('of a tab that died ends by itself', async () => {
    startWork();
    vi.clearAllTimers();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(await startWork().isSender).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    const next = startWork();
    await settle();
    expect(next.begun).toHaveBeenCalledOnce();
  });

  test('counts for nothing when its end is further away than any lease lasts, as after the clock was set back', async () => {
    startWork();
    vi.clearAllTimers();
    vi.setSystemTime(Date.now() - 3_600_000);
    const next = startWork();
    await settle();
    expect(next.begun).toHaveBeenCalledOnce();
  });
});

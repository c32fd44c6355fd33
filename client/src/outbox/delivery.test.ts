import { HONEYPOT_FIELD, type Message } from '@portfolio/contract/message';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeBrowser, type FakeBrowser, type Fate, installClock, type Tab } from './fake-browser.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let clock: ReturnType<typeof installClock>;

beforeEach(() => {
  clock = installClock(Date.parse('2026-03-02T12:00:00Z'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (ms: number) => clock.pass(ms);
const half = () => 0.5;

/** Its text is the id that the fake browser will give it. */
function buildMessage(number = 1): Message {
  return { name: 'Ana', email: 'ana@exemplo.com.br', text: `id-${number}` };
}

function openStartedTab(browser: FakeBrowser): Tab {
  const tab = browser.openTab();
  void tab.delivery.takeUp();
  return tab;
}

/** Browsers send `pagehide` first, then `visibilitychange`; the page's last requests have some milliseconds. */
async function leave({ delivery, crash }: Tab, ms = 0) {
  delivery.leave();
  delivery.sendUntried();
  await pass(ms);
  crash();
}

function partsSent(browser: FakeBrowser) {
  return browser.sent.map(({ part }) => part);
}

describe('five seconds after submit', () => {
  test('the row and then the e-mail are sent, neither a millisecond earlier', async () => {
    const browser = createFakeBrowser(half);
    openStartedTab(browser).delivery.submit(buildMessage());

    await pass(4999);
    expect(browser.sent).toEqual([]);
    await pass(1);
    expect(partsSent(browser)).toEqual(['row', 'email']);

    await pass(MINUTE);
    expect(partsSent(browser)).toEqual(['row', 'email']);
    expect(browser.rows.get('id-1')).toEqual(buildMessage());
    expect(await browser.leftovers()).toEqual([]);
  });

  test('what fell into the honeypot is stored, but rings no bell', async () => {
    const browser = createFakeBrowser(half);
    const message = { ...buildMessage(), [HONEYPOT_FIELD]: 'verão' };
    openStartedTab(browser).delivery.submit(message);
    await pass(MINUTE);
    expect(partsSent(browser)).toEqual(['row']);
    expect(browser.rows.get('id-1')).toEqual(message);
    expect(await browser.leftovers()).toEqual([]);
  });

  test('the tab where it was written sends it, however many are open', async () => {
    const browser = createFakeBrowser(half);
    for (let count = 0; count < 4; count += 1) openStartedTab(browser);
    openStartedTab(browser).delivery.submit(buildMessage());
    for (let count = 0; count < 4; count += 1) openStartedTab(browser);

    await pass(4999);
    expect(browser.sent).toEqual([]);
    await pass(MINUTE);
    expect(partsSent(browser)).toEqual(['row', 'email']);
  });

  test('another tab that is looked at sends it when that tab is gone without a word', async () => {
    const browser = createFakeBrowser(half);
    const others = [openStartedTab(browser), openStartedTab(browser)];
    const tab = openStartedTab(browser);
    tab.delivery.submit(buildMessage());
    await pass(SECOND);
    tab.crash();
    for (const other of others) void other.delivery.takeUp();

    await pass(3999);
    expect(browser.sent).toEqual([]);
    await pass(1);
    expect(partsSent(browser)).toEqual(['row', 'email']);
    await pass(SECOND);
    expect(await browser.leftovers()).toEqual([]);
  });
});

describe('while a request is on its way', () => {
  async function submitIntoSilence() {
    const browser = createFakeBrowser(half);
    Object.assign(browser.fate, { row: 'hang', email: 'hang' });
    const tab = openStartedTab(browser);
    tab.delivery.submit(buildMessage());
    await pass(6 * SECOND);
    Object.assign(browser.fate, { row: 'fine', email: 'fine' });
    return { browser, tab };
  }

  test('the same page does not send it again, even if the network comes back', async () => {
    const { browser, tab } = await submitIntoSilence();
    await pass(3 * SECOND);
    void tab.delivery.takeUp();
    await pass(5 * SECOND);
    expect(partsSent(browser)).toEqual(['row', 'email']);
    await pass(5 * SECOND);
    expect(await browser.leftovers()).toEqual([]);
  });

  test('no other page sends it', async () => {
    const { browser } = await submitIntoSilence();
    openStartedTab(browser);
    await pass(8 * SECOND);
    expect(partsSent(browser)).toEqual(['row', 'email']);
  });

  test.each(['crash', 'freeze'] as const)(
    'another page takes over when the time for an answer is over, where the first can no longer hear it (%s)',
    async (how) => {
      const { browser, tab } = await submitIntoSilence();
      tab[how]();
      openStartedTab(browser);
      await pass(9900);
      expect(partsSent(browser)).toEqual(['row', 'email']);
      await pass(SECOND);
      expect(partsSent(browser)).toEqual(['row', 'email', 'row', 'email']);
      expect(await browser.leftovers()).toEqual([]);
    },
  );

  test('a page that was frozen meanwhile says nothing of the attempts that followed its own', async () => {
    const { browser, tab } = await submitIntoSilence();
    Object.assign(browser.fate, { row: 'hang', email: 'hang' });
    tab.freeze();
    const other = openStartedTab(browser);
    await pass(11 * SECOND);
    other.crash();
    tab.thaw();
    await pass(9 * SECOND);
    expect(partsSent(browser)).toEqual(['row', 'email', 'row', 'email']);
  });
});

describe('before the five seconds are over', () => {
  test.each([true, false])(
    'looking away sends both at once, and not again later (something outlives a page: %s)',
    async (hasWorker) => {
      const browser = createFakeBrowser(half);
      browser.hasWorker = hasWorker;
      const { delivery } = openStartedTab(browser);
      delivery.submit(buildMessage());
      await pass(2 * SECOND);

      delivery.sendUntried();
      await pass(0);
      expect(partsSent(browser)).toEqual(['row', 'email']);

      await pass(MINUTE);
      delivery.leave();
      await pass(MINUTE);
      expect(partsSent(browser)).toEqual(['row', 'email']);
      expect(await browser.leftovers()).toEqual([]);
    },
  );

  test('a page that goes for good has delivered the message, and the next visit confirms it', async () => {
    const browser = createFakeBrowser(half);
    const tab = openStartedTab(browser);
    tab.delivery.submit(buildMessage());
    await pass(2 * SECOND);
    await leave(tab);
    await pass(SECOND);
    expect(browser.rows.get('id-1')).toEqual(buildMessage());
    expect(browser.emails.get('id-1')).toBe(1);
    expect(await browser.leftovers()).toEqual([]);
  });

  describe.each([0, 5, 15, 25])('a page that is gone %i ms later', (ms) => {
    test.each([
      ['goes, and that it is hidden', ['leave', 'sendUntried']],
      ['is hidden, and that it goes', ['sendUntried', 'leave']],
    ] as const)('leaves the e-mail to what outlives it, told that it %s', async (_, calls) => {
      const browser = createFakeBrowser(half);
      const tab = openStartedTab(browser);
      tab.delivery.submit(buildMessage());
      await pass(2 * SECOND);
      for (const call of calls) tab.delivery[call]();
      await pass(ms);
      tab.crash();
      await pass(SECOND);
      expect(browser.emails.get('id-1')).toBe(1);
      expect(await browser.leftovers()).toEqual([]);

      openStartedTab(browser);
      await pass(MINUTE);
      expect(browser.emails.get('id-1')).toBe(1);
    });
  });

  test('a page that goes for good where nothing outlives it has delivered the message, and the next visit confirms it', async () => {
    const browser = createFakeBrowser(half);
    browser.hasWorker = false;
    const tab = openStartedTab(browser);
    tab.delivery.submit(buildMessage());
    await pass(2 * SECOND);
    await leave(tab);
    await pass(SECOND);
    expect(browser.rows.get('id-1')).toEqual(buildMessage());
    expect(browser.emails.get('id-1')).toBe(1);
    expect(await browser.leftovers()).not.toEqual([]);

    openStartedTab(browser);
    await pass(10 * SECOND);
    expect(browser.rows.size).toBe(1);
    expect(await browser.leftovers()).toEqual([]);
  });

  test('a page that is loaded again and again sends one e-mail', async () => {
    const browser = createFakeBrowser(half);
    const tab = openStartedTab(browser);
    tab.delivery.submit(buildMessage());
    await pass(SECOND);
    await leave(tab);
    for (let count = 0; count < 20; count += 1) {
      const next = openStartedTab(browser);
      await pass(SECOND);
      await leave(next);
    }
    expect(browser.rows.size).toBe(1);
    expect(browser.emails.get('id-1')).toBe(1);
  });

  test.each([2000, 4990])(
    "a message is sent from the page's memory where the visitor has deleted the site's data after %i ms",
    async (ms) => {
      const browser = createFakeBrowser(half);
      openStartedTab(browser).delivery.submit(buildMessage());
      await pass(ms);
      await browser.clearData();
      await pass(MINUTE);
      expect(browser.rows.get('id-1')).toEqual(buildMessage());
      expect(browser.emails.get('id-1')).toBe(1);
      expect(await browser.leftovers()).toEqual([]);
    },
  );

  test.each([0, 10, 2000, 4990])(
    'a browser killed %i ms after the visitor was told still delivers on the next visit',
    async (ms) => {
      const browser = createFakeBrowser(half);
      const { kept } = openStartedTab(browser).delivery.submit(buildMessage());
      await pass(3);
      await kept;
      await pass(ms);
      browser.kill();
      await pass(HOUR);
      expect(browser.rows.size).toBe(0);

      openStartedTab(browser);
      await pass(10 * SECOND);
      expect(browser.rows.get('id-1')).toEqual(buildMessage());
      expect(browser.emails.get('id-1')).toBe(1);
      expect(await browser.leftovers()).toEqual([]);
    },
  );
});

describe('an e-mail in trouble', () => {
  test('that hangs does not keep the row waiting, and does not send it again', async () => {
    const browser = createFakeBrowser(half);
    browser.fate = Object.assign(browser.fate, { row: 'lost', email: 'hang' });
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(5 * SECOND);
    browser.fate.row = 'fine';

    await pass(2 * SECOND);
    expect(browser.rows.size).toBe(1);
    expect(partsSent(browser)).toEqual(['row', 'email', 'row']);
    await pass(HOUR);
    expect(partsSent(browser).filter((part) => part === 'row')).toHaveLength(2);
  });

  test('is tried again until it is sent', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.email = 'busy';
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(10 * MINUTE);
    browser.fate.email = 'fine';
    await pass(10 * MINUTE);
    expect(browser.emails.get('id-1')).toBe(1);
    expect(await browser.leftovers()).toEqual([]);
  });

  test('that can never be sent is given up, but never the row', async () => {
    const browser = createFakeBrowser(half);
    Object.assign(browser.fate, { row: 'lost', email: 'final' });
    const { delivery } = openStartedTab(browser);
    delivery.submit(buildMessage());
    await pass(MINUTE);
    browser.fate.row = 'fine';
    await pass(10 * MINUTE);
    expect(partsSent(browser).filter((part) => part === 'email')).toHaveLength(1);
    expect(browser.rows.size).toBe(1);
    expect(delivery.hasReturned()).toBe(false);
    expect(await browser.leftovers()).toEqual([]);
  });
});

describe('trying again', () => {
  test('waits longer each time, for as long as five minutes', async () => {
    const browser = createFakeBrowser(() => 0.999999);
    Object.assign(browser.fate, { row: 'lost', email: 'final' });
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(30 * MINUTE);
    const times = browser.sent.filter(({ part }) => part === 'row').map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => Math.floor((at - (times[index] ?? 0)) / SECOND));
    expect(pauses.slice(0, 10)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test('waits as long as the server asks for, even if the network comes back or the visitor does', async () => {
    const browser = createFakeBrowser(half);
    Object.assign(browser.fate, { row: 'busy', email: 'final' });
    const { delivery } = openStartedTab(browser);
    delivery.submit(buildMessage());
    await pass(6 * SECOND);
    browser.fate.row = 'fine';
    void delivery.takeUp();
    openStartedTab(browser);
    await pass(58 * SECOND);
    expect(browser.rows.size).toBe(0);
    await pass(2 * SECOND);
    expect(browser.rows.size).toBe(1);
  });

  test('happens at once when the network is back', async () => {
    const browser = createFakeBrowser(() => 0.999999);
    browser.fate.row = 'lost';
    const { delivery } = openStartedTab(browser);
    delivery.submit(buildMessage());
    await pass(3 * MINUTE);
    browser.fate.row = 'fine';
    void delivery.takeUp();
    await pass(100);
    expect(browser.rows.size).toBe(1);
  });

  test('waits longer each time also after the network came back, where the server did not', async () => {
    const browser = createFakeBrowser(() => 0.999999);
    Object.assign(browser.fate, { row: 'lost', email: 'final' });
    const { delivery } = openStartedTab(browser);
    delivery.submit(buildMessage());
    await pass(3 * MINUTE);
    void delivery.takeUp();
    await pass(100);
    const hurriedAt = Date.now() - 100;
    await pass(15 * MINUTE);
    const times = browser.sent.filter(({ part, at }) => part === 'row' && at >= hurriedAt).map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => Math.floor((at - (times[index] ?? 0)) / SECOND));
    expect(pauses).toEqual([256, 300, 300]);
  });

  test('never happens more than once a second, however often the page is opened again or the network flaps', async () => {
    const browser = createFakeBrowser(half);
    Object.assign(browser.fate, { row: 'hang', email: 'hang' });
    browser.hasWorker = false;
    let tab = openStartedTab(browser);
    tab.delivery.submit(buildMessage());
    for (let count = 0; count < 300; count += 1) {
      await pass(200);
      void tab.delivery.takeUp();
      await leave(tab);
      tab = openStartedTab(browser);
    }
    for (const part of ['row', 'email']) {
      const times = browser.sent.filter((request) => request.part === part).map(({ at }) => at);
      expect(times.length).toBeGreaterThan(3);
      for (const [index, at] of times.slice(1).entries())
        expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(SECOND);
    }
  });

  test('does not wait for years when the clock was set back', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.row = 'lost';
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(20 * SECOND);
    browser.kill();
    browser.fate.row = 'fine';
    vi.setSystemTime(Date.parse('2001-01-01T00:00:00Z'));
    openStartedTab(browser);
    await pass(10 * SECOND);
    expect(browser.rows.size).toBe(1);
  });
});

describe('where the browser stores nothing', () => {
  const storages = ['forbidden', 'silent', 'full'] as const;

  test.each(storages)('the message is delivered as long as the page lives (%s)', async (storage) => {
    const browser = createFakeBrowser(half, storage);
    browser.fate.row = 'lost';
    const { delivery } = openStartedTab(browser);
    delivery.submit(buildMessage());
    await pass(MINUTE);
    browser.fate.row = 'fine';
    await pass(2 * MINUTE);
    expect(browser.rows.size).toBe(1);
    expect(browser.emails.get('id-1')).toBe(1);
  });

  test.each(storages)(
    'the visitor waits no longer than two seconds, and the calls no longer than five (%s)',
    async (storage) => {
      const browser = createFakeBrowser(half, storage);
      const told = vi.fn();
      void openStartedTab(browser).delivery.submit(buildMessage()).kept.then(told);
      await pass(2 * SECOND);
      expect(told).toHaveBeenCalled();
      await pass(2999);
      expect(browser.sent).toEqual([]);
      await pass(1);
      expect(partsSent(browser)).toEqual(['row', 'email']);
    },
  );

  test.each(storages)('the last moment of the page is one more chance (%s)', async (storage) => {
    const browser = createFakeBrowser(half, storage);
    Object.assign(browser.fate, { row: 'lost', email: 'lost' });
    const tab = browser.openTab();
    tab.delivery.submit(buildMessage());
    await pass(3 * MINUTE);
    Object.assign(browser.fate, { row: 'fine', email: 'fine' });
    await leave(tab);
    await pass(SECOND);
    expect(browser.rows.size).toBe(1);
    expect(browser.emails.get('id-1')).toBe(1);
  });
});

test('a database that takes its time delays what an earlier visit has left, and loses nothing of it', async () => {
  const browser = createFakeBrowser(half);
  openStartedTab(browser).delivery.submit(buildMessage());
  await pass(SECOND);
  browser.kill();
  browser.delayOpening(10 * SECOND);
  openStartedTab(browser);
  await pass(MINUTE);
  expect(browser.rows.get('id-1')).toEqual(buildMessage());
});

describe('what the visitor is told', () => {
  test('nothing, while all is well', async () => {
    const browser = createFakeBrowser(half);
    const { delivery } = openStartedTab(browser);
    const seen: boolean[] = [];
    delivery.subscribe(() => seen.push(delivery.isLate(), delivery.hasReturned()));
    delivery.submit(buildMessage());
    await pass(MINUTE);
    expect(seen).not.toContain(true);
    expect(seen).not.toEqual([]);
  });

  test('that the message is late, as soon as it has failed, until it arrives', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.row = 'lost';
    const { delivery } = openStartedTab(browser);
    const seen: boolean[] = [];
    delivery.subscribe(() => seen.push(delivery.isLate()));
    delivery.submit(buildMessage());
    await pass(5000);
    expect(delivery.isLate()).toBe(false);
    // The attempt takes a moment.
    await pass(SECOND);
    expect(seen.at(-1)).toBe(true);

    browser.fate.row = 'fine';
    await pass(MINUTE);
    expect(delivery.isLate()).toBe(false);
    expect(seen.at(-1)).toBe(false);
  });

  test('that the message is late, after two seconds without an answer', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.row = 'hang';
    const { delivery } = openStartedTab(browser);
    const seen: boolean[] = [];
    delivery.subscribe(() => seen.push(delivery.isLate()));
    delivery.submit(buildMessage());
    await pass(6999);
    expect(delivery.isLate()).toBe(false);
    await pass(1);
    expect(seen.at(-1)).toBe(true);
  });

  test('that the message of an earlier visit is late, only if it does not arrive at once', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.row = 'lost';
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(10 * MINUTE);
    browser.kill();

    const { delivery } = openStartedTab(browser);
    await pass(1999);
    expect(delivery.isLate()).toBe(false);
    await pass(2);
    expect(delivery.isLate()).toBe(true);
  });

  test('that the message is refused, with its text and the reason, and then the browser forgets it', async () => {
    const browser = createFakeBrowser(half);
    Object.assign(browser.fate, { row: 'final', email: 'lost' });
    const { delivery } = openStartedTab(browser);
    delivery.submit(buildMessage());
    await pass(HOUR);

    expect(delivery.hasReturned()).toBe(true);
    expect(delivery.isLate()).toBe(false);
    expect(delivery.takeReturned()).toMatchObject({
      submittedAt: Date.parse('2026-03-02T12:00:00Z'),
      message: buildMessage(),
      row: { state: 'refused', detail: 'Não serve.' },
    });
    expect(delivery.takeReturned()).toBeNull();
    expect(delivery.hasReturned()).toBe(false);
    await pass(HOUR);
    expect(partsSent(browser)).toEqual(['row', 'email']);
    expect(await browser.leftovers()).toEqual([]);
  });

  test('that the message is refused, on a later visit too', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.row = 'final';
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(20 * SECOND);
    browser.kill();
    await pass(DAY);
    const { delivery } = openStartedTab(browser);
    await pass(SECOND);
    expect(delivery.takeReturned()?.message).toEqual(buildMessage());
  });
});

describe('after thirty days', () => {
  async function leaveUndelivered(browser: FakeBrowser) {
    browser.fate.row = 'lost';
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(20 * MINUTE);
    browser.kill();
    vi.setSystemTime(Date.now() + 30 * DAY + SECOND);
    browser.sent.length = 0;
  }

  test('a message is tried once more, and arrives where it can', async () => {
    const browser = createFakeBrowser(half);
    await leaveUndelivered(browser);
    browser.fate.row = 'fine';
    const { delivery } = openStartedTab(browser);
    await pass(SECOND);
    expect(browser.rows.get('id-1')).toEqual(buildMessage());
    expect(delivery.hasReturned()).toBe(false);
    expect(await browser.leftovers()).toEqual([]);
  });

  test('the form gets the text of a message back that failed once more, and it is not sent any longer', async () => {
    const browser = createFakeBrowser(half);
    await leaveUndelivered(browser);
    openStartedTab(browser);
    await pass(SECOND);
    browser.fate.row = 'fine';
    browser.sent.length = 0;

    const { delivery } = openStartedTab(browser);
    await pass(MINUTE);
    expect(delivery.isLate()).toBe(false);
    expect(delivery.takeReturned()).toMatchObject({
      submittedAt: Date.parse('2026-03-02T12:00:00Z'),
      message: buildMessage(),
      row: { state: 'expired' },
    });
    await pass(SECOND);
    expect(browser.sent).toEqual([]);
    expect(await browser.leftovers()).toEqual([]);
  });

  test('an e-mail that could not be sent is forgotten without a word, as its message has arrived', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.email = 'lost';
    openStartedTab(browser).delivery.submit(buildMessage());
    await pass(20 * MINUTE);
    browser.kill();
    vi.setSystemTime(Date.now() + 30 * DAY);
    const { delivery } = openStartedTab(browser);
    await pass(MINUTE);
    expect(delivery.hasReturned()).toBe(false);
    expect(await browser.leftovers()).toEqual([]);
  });
});

describe("while the visitor's clock is set", () => {
  test.each([40 * DAY, HOUR, -10 * MINUTE, -400 * DAY])(
    'by %i ms during the countdown, the message is sent at its end',
    async (ms) => {
      const browser = createFakeBrowser(half);
      openStartedTab(browser).delivery.submit(buildMessage());
      await pass(SECOND);
      vi.setSystemTime(Date.now() + ms);
      await pass(3999);
      expect(browser.sent).toEqual([]);
      await pass(1);
      expect(partsSent(browser)).toEqual(['row', 'email']);
      await pass(MINUTE);
      expect(await browser.leftovers()).toEqual([]);
    },
  );

  test('ahead by forty days between two attempts, it is tried again', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.row = 'lost';
    const { delivery } = openStartedTab(browser);
    delivery.submit(buildMessage());
    await pass(6 * SECOND);
    vi.setSystemTime(Date.now() + 40 * DAY);
    await pass(10 * SECOND);
    expect(delivery.hasReturned()).toBe(false);

    browser.fate.row = 'fine';
    await pass(MINUTE);
    expect(browser.rows.get('id-1')).toEqual(buildMessage());
  });

  test('ahead by forty days and the visitor goes to another page, it is sent, and tried again where that fails', async () => {
    const browser = createFakeBrowser(half);
    browser.fate.row = 'lost';
    const tab = openStartedTab(browser);
    tab.delivery.submit(buildMessage());
    await pass(2 * SECOND);
    vi.setSystemTime(Date.now() + 40 * DAY);
    await leave(tab);
    const { delivery } = openStartedTab(browser);
    await pass(HOUR);
    expect(delivery.hasReturned()).toBe(false);

    browser.fate.row = 'fine';
    await pass(HOUR);
    expect(browser.rows.get('id-1')).toEqual(buildMessage());
    expect(await browser.leftovers()).toEqual([]);
  });
});

describe('whatever happens', () => {
  type Event =
    | { kind: 'submit' | 'hide' | 'crash' | 'look'; tab: number }
    | { kind: 'leave' | 'reload'; tab: number; ms: number }
    | { kind: 'pass'; ms: number }
    | { kind: 'fate'; part: 'row' | 'email'; fate: Fate }
    | { kind: 'open' | 'kill' | 'clear' };

  const whileOpen: fc.WeightedArbitrary<Event>[] = [
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('submit'), tab: fc.nat({ max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('hide', 'look'), tab: fc.nat({ max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('open') }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('pass'),
        ms: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 6000 }), fc.nat({ max: 10 * MINUTE }), fc.constant(2 * HOUR)),
      }),
    },
  ];

  const faults = (...fates: Fate[]): fc.WeightedArbitrary<Event> => ({
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fate'),
      part: fc.constantFrom('row', 'email'),
      fate: fc.constantFrom(...fates),
    }),
  });

  const leaving: fc.WeightedArbitrary<Event> = {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('leave', 'reload'),
      tab: fc.nat({ max: 3 }),
      ms: fc.nat({ max: 50 }),
    }),
  };

  const goings: fc.WeightedArbitrary<Event>[] = [
    leaving,
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash'), tab: fc.nat({ max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill') }) },
  ];

  /** At the end all works again, and the server's fate is `end`. Gives the messages whose visitors were told, by id. */
  async function play(browser: FakeBrowser, script: Event[], end: Fate = 'fine'): Promise<Map<string, Message>> {
    const told = new Map<string, Message>();
    let count = 0;
    for (const event of script) {
      const tab = 'tab' in event ? [...browser.tabs][event.tab % browser.tabs.size] : undefined;
      switch (event.kind) {
        case 'submit': {
          count += 1;
          const id = `id-${count}`;
          const message = buildMessage(count);
          const { kept } = (tab ?? openStartedTab(browser)).delivery.submit(message);
          void kept.then(() => told.set(id, message));
          break;
        }
        case 'pass':
          await pass(event.ms);
          break;
        case 'fate':
          browser.fate[event.part] = event.fate;
          break;
        case 'open':
          openStartedTab(browser);
          break;
        case 'hide':
          await pass(1);
          tab?.delivery.sendUntried();
          await pass(1);
          break;
        case 'leave':
          if (tab) await leave(tab, event.ms);
          break;
        case 'reload':
          if (tab) await leave(tab, event.ms);
          openStartedTab(browser);
          break;
        case 'crash':
          tab?.crash();
          break;
        case 'look':
          void tab?.delivery.takeUp();
          break;
        case 'kill':
          browser.kill();
          break;
        case 'clear':
          await browser.clearData();
          break;
      }
    }
    Object.assign(browser.fate, { row: end, email: 'fine' });
    openStartedTab(browser);
    await pass(3 * HOUR);
    return told;
  }

  async function takeAllReturned(browser: FakeBrowser): Promise<Message[]> {
    const { delivery } = openStartedTab(browser);
    await pass(0);
    const messages: Message[] = [];
    for (let returned = delivery.takeReturned(); returned; returned = delivery.takeReturned()) {
      expect(returned.row.state).toBe('refused');
      messages.push(returned.message);
    }
    return messages;
  }

  function pseudoRandom(seed: number) {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  }

  async function checkScripts(
    events: fc.WeightedArbitrary<Event>[],
    check: (browser: FakeBrowser, script: Event[]) => Promise<void>,
  ) {
    const property = fc
      .asyncProperty(fc.nat(), fc.array(fc.oneof(...events), { maxLength: 40 }), (seed, script) =>
        check(createFakeBrowser(pseudoRandom(seed)), script),
      )
      .afterEach(() => clock.clear());
    await fc.assert(property, { numRuns: 200 });
  }

  const anything = [...whileOpen, ...goings, faults('fine', 'unheard', 'lost', 'busy', 'hang', 'final')];

  test.each(['fine', 'final'] as const)(
    'a message whose visitor was told is stored as it was, or given back, and nothing of it stays behind (in the end: %s)',
    async (end) => {
      const ends = { stored: 0, returned: 0 };
      await checkScripts(anything, async (browser, script) => {
        const told = await play(browser, script, end);
        const back = await takeAllReturned(browser);
        await pass(SECOND);

        for (const message of told.values()) {
          const isBack = back.some(({ text }) => text === message.text);
          if (!isBack) expect(browser.rows.get(message.text)).toEqual(message);
          ends[isBack ? 'returned' : 'stored'] += 1;
        }
        expect(await browser.leftovers()).toEqual([]);
      });
      expect(ends[end === 'fine' ? 'stored' : 'returned']).toBeGreaterThan(20);
    },
  );

  test.each([true, false])(
    'its e-mail is sent, and again only where nobody has heard the answer (something outlives a page: %s)',
    async (hasWorker) => {
      let sent = 0;
      const events = [...whileOpen, ...goings, faults('fine', 'unheard', 'lost', 'busy', 'hang')];
      await checkScripts(events, async (browser, script) => {
        browser.hasWorker = hasWorker;
        const told = await play(browser, script);
        for (const id of told.keys()) {
          const emails = browser.emails.get(id) ?? 0;
          expect(emails).toBeGreaterThanOrEqual(1);
          expect(emails).toBeLessThanOrEqual(1 + (browser.unheard.get(id) ?? 0));
        }
        sent += told.size;
      });
      expect(sent).toBeGreaterThan(100);
    },
  );

  test('with every answer heard there is one e-mail for each message, also of a visitor who goes within the five seconds', async () => {
    let sent = 0;
    await checkScripts([...whileOpen, leaving, faults('fine', 'lost', 'busy')], async (browser, script) => {
      const told = await play(browser, script);
      for (const id of told.keys()) {
        if (!browser.unheard.has(id)) expect(browser.emails.get(id)).toBe(1);
      }
      sent += told.size;
    });
    expect(sent).toBeGreaterThan(100);
  });

  test("a message is sent though the site's data is deleted again and again, as long as a page lives that knows of it", async () => {
    let sent = 0;
    const clear: fc.WeightedArbitrary<Event> = { weight: 2, arbitrary: fc.record({ kind: fc.constant('clear') }) };
    await checkScripts([...whileOpen, clear, faults('fine', 'lost', 'busy')], async (browser, script) => {
      const told = await play(browser, script);
      for (const [id, message] of told) expect(browser.rows.get(id)).toEqual(message);
      sent += told.size;
    });
    expect(sent).toBeGreaterThan(100);
  });
});

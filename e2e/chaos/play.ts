import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Message } from '@portfolio/contract/message';
import { contactForm, fillIn } from '../contact-form.ts';
import { EMAILJS_ERRORS, type EmailjsBehaviour } from '../emailjs-counterpart.ts';
import type { Fault } from '../fault-proxy.ts';
import {
  type Accident,
  createRandom,
  type Departure,
  type EmailjsFault,
  mayLoseAnswer,
  type ProxyFault,
  type Script,
} from './script.ts';
import type { World } from './world.ts';

export interface Verdict {
  seed: number;
  /** The visitor saw 'Mensagem enviada!'. If not, the browser was killed before. */
  wasTold: boolean;
  rows: number;
  /** Each row holds exactly what was typed. */
  isExact: boolean;
  emails: number;
  /** More than one e-mail is to be expected. */
  mayLoseAnswer: boolean;
  /** What the browser still holds at the end. */
  leftovers: string[];
  story: string[];
}

/** What a run must not end with. */
export function findFaults({ wasTold, rows, isExact, emails, mayLoseAnswer, leftovers }: Verdict): string[] {
  return [
    ...(wasTold && rows === 0 ? ['lost'] : []),
    ...(wasTold && emails === 0 ? ['not e-mailed'] : []),
    ...(rows > 1 ? ['doubled'] : []),
    ...(emails > 1 && !mayLoseAnswer ? [`e-mailed ${emails} times, though no answer was lost`] : []),
    ...(isExact ? [] : ['not what was typed']),
    ...(leftovers.length > 0 ? [`left in the browser: ${leftovers.join(', ')}`] : []),
  ];
}

/** Virtual time: the longest wait that a server can ask for is an hour. */
const REST_LIMIT_MS = 2 * 60 * 60 * 1000;
/** Less than a request's timeout, so that no step ends one that is being answered. */
const STEP_MS = 4000;
/** Longest pause between two accidents, in real milliseconds. */
const JITTER_MS = 25;
/** For the browser to delete a site's data, and the page to notice. */
const CLEARING_MS = 1000;
/** For a service worker to send what a page has left to it; it works by the real clock. */
const WORKER_MS = 2000;
const AFTERMATH_MS = 2000;

export async function play(script: Script, world: World): Promise<Verdict> {
  const random = createRandom(script.seed ^ 0x5eed);
  const story: string[] = [];
  const page = await openForm(world, script.message);
  const submittedAt = world.now() + 1000;
  const run: Run = {
    world,
    message: script.message,
    page,
    form: page,
    random,
    tell: (what) => void story.push(`${world.now() - submittedAt} ms: ${what}`),
    plans: script.accidents.map(({ at, accident }) => ({ at, act: () => happen(run, accident) })),
  };

  await liveUntil(run, submittedAt, submittedAt);
  const wasTold = await submit(run, script.killAfterClick);
  await liveUntil(run, submittedAt, submittedAt + Math.max(0, ...script.accidents.map(({ at }) => at)) + AFTERMATH_MS);

  run.tell('everything works again');
  await world.heal();
  const leftovers = await comeBack(run, script);
  const rows = await world.query<Message>('SELECT name, email, text FROM messages WHERE email = $1', [
    script.message.email,
  ]);
  return {
    seed: script.seed,
    wasTold,
    rows: rows.length,
    isExact: rows.every((row) => isSame(row, script.message)),
    emails: world.emailjs.requestsFrom(script.message.email).filter(({ answer }) => answer?.status === 200).length,
    mayLoseAnswer: mayLoseAnswer(script),
    leftovers,
    story,
  };
}

interface Run {
  world: World;
  message: Message;
  /** Null when that page is gone. */
  page: Page | null;
  /** Null also when that page has been left for another page of the site. */
  form: Page | null;
  random: () => number;
  tell: (what: string) => void;
  /** What is still to happen, and when after the submit; `act` may give what ends it, and when. */
  plans: { at: number; act: () => Promise<Ending | null> }[];
}

interface Ending {
  forMs: number;
  act: () => Promise<void>;
}

async function openForm(world: World, message: Message): Promise<Page> {
  const page = await (await world.browse()).newPage();
  await page.goto(`${world.proxy.origin}/contato`);
  const form = contactForm(page);
  // The page's script starts when the page is idle, by the virtual clock.
  while ((await page.locator('button[type=submit]:disabled').count()) === 0) {
    await world.pass(100);
    await sleep(JITTER_MS);
  }
  await fillIn(form, message);
  // The outbox loads after the page, before a visitor has typed.
  await world.settle();
  return page;
}

/** Waits until the visitor is told, unless the browser is killed first. @param killAfter - real milliseconds */
async function submit(run: Run, killAfter: number | null): Promise<boolean> {
  const { page, world, tell } = run;
  if (page === null) throw new Error('Nobody leaves before the submit.');
  let wasTold = false;
  const telling = page
    .getByText('Mensagem enviada!')
    .waitFor()
    .then(() => {
      wasTold = true;
    });
  await contactForm(page).send.click();
  tell('submitted');
  if (killAfter === null) {
    await telling;
    // The service worker is there before anybody has read the sentence.
    await page.waitForFunction(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      return registrations.some(({ active }) => active?.state === 'activated');
    });
    return true;
  }
  telling.catch(() => undefined);
  await sleep(killAfter);
  const result = wasTold;
  await world.killBrowser();
  run.page = null;
  run.form = null;
  tell(`browser killed ${killAfter} ms after the click; the visitor ${result ? 'was' : 'was not yet'} told`);
  return result;
}

async function liveUntil(run: Run, submittedAt: number, end: number) {
  const { world, plans, random } = run;
  for (;;) {
    plans.sort((a, b) => a.at - b.at);
    const next = plans[0];
    if (next === undefined || submittedAt + next.at > end) break;
    plans.shift();
    await world.pass(Math.max(0, submittedAt + next.at - world.now()));
    await sleep(random() * JITTER_MS);
    const ending = await next.act();
    if (ending) plans.push({ at: next.at + ending.forMs, act: () => ending.act().then(() => null) });
  }
  await world.pass(Math.max(0, end - world.now()));
}

async function happen(run: Run, accident: Accident): Promise<Ending | null> {
  const { world, tell, random } = run;
  tell(JSON.stringify(accident));
  switch (accident.kind) {
    case 'proxy':
      await world.proxy.inject(toFault(accident.what, random));
      return { forMs: accident.forMs, act: () => world.proxy.reset() };
    case 'emailjs':
      world.emailjs.behave(toBehaviour(accident.what));
      return { forMs: accident.forMs, act: async () => world.emailjs.reset() };
    case 'offline':
      await (await world.browse()).setOffline(true);
      return { forMs: accident.forMs, act: async () => (await world.browse()).setOffline(false) };
    case 'kill-server':
      await world.server.kill();
      return { forMs: accident.forMs, act: () => world.server.start() };
    case 'kill-postgres':
      await world.killPostgres().catch(() => tell('PostgreSQL is already down'));
      return null;
    case 'second-tab':
      await visit(run, await (await world.browse()).newPage(), accident.path);
      return null;
    case 'clear-data':
      if (run.form) await clearData(run.form);
      await world.pass(CLEARING_MS);
      await sleep(CLEARING_MS);
      return null;
    case 'set-clock':
      await world.setClock(accident.byMs);
      return null;
    default:
      await depart(run, accident.kind);
      if (accident.kind !== 'kill-browser' && accident.kind !== 'crash-tab') await letWorkerSend(run);
      return null;
  }
}

async function depart(run: Run, how: Departure) {
  const { page, world, tell } = run;
  if (page === null) return;
  if (how !== 'hide') run.form = null;
  switch (how) {
    case 'kill-browser':
      run.page = null;
      return world.killBrowser();
    case 'close-tab':
      run.page = null;
      return page.close();
    case 'crash-tab':
      run.page = null;
      await page.goto('chrome://crash').catch(() => undefined);
      return page.close();
    case 'leave':
      return visit(run, page, '/inicio');
    case 'reload':
      await page.reload().catch(() => tell('the page cannot be reached'));
      return;
    case 'navigate':
      await page
        .getByRole('link', { name: 'Sobre mim' })
        .first()
        .click({ timeout: 2000 })
        .catch(() => tell('no link'));
      return;
    case 'hide':
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      return;
  }
}

/** Without moving the page's clock: what the worker claims would be free again at once. */
async function letWorkerSend({ world, message }: Run) {
  const isSent = () => world.emailjs.requestsFrom(message.email).length > 0;
  for (const giveUpAt = Date.now() + WORKER_MS; !isSent() && Date.now() < giveUpAt; ) await sleep(20);
  await world.settle();
}

async function visit({ world, tell }: Run, page: Page, path: string) {
  await page.goto(world.proxy.origin + path).catch(() => tell(`${path} cannot be reached`));
}

/** The next visit. Waits until nothing is left to deliver, and gives what is left after the limit. */
async function comeBack(run: Run, { returnAfterMs, returnPath }: Script): Promise<string[]> {
  const { world, tell } = run;
  // Such a long time would end a request that is being answered.
  await world.settle();
  await world.sleepThrough(returnAfterMs);
  const page = await (await world.browse()).newPage();
  await visit(run, page, returnPath);
  tell(`back on ${returnPath}`);

  const giveUpAt = world.now() + REST_LIMIT_MS;
  let leftovers = await listLeftovers(page);
  while (leftovers.length > 0 && world.now() < giveUpAt) {
    await world.pass(STEP_MS);
    await world.settle();
    leftovers = await listLeftovers(page);
  }
  tell(`at rest, with ${leftovers.length} leftovers`);
  for (const open of (await world.browse()).pages().slice(1)) await open.close();
  return leftovers;
}

async function clearData(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await session.detach();
  await sleep(CLEARING_MS);
}

async function listLeftovers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'portfolio.messages')) return [];
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const opening = indexedDB.open('portfolio.messages');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('entries').objectStore('entries').getAllKeys();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
        opening.result.close();
      };
    });
    return keys.map(String);
  });
}

function isSame(a: Message, b: Message): boolean {
  return a.name === b.name && a.email === b.email && a.text === b.text;
}

function toFault(what: ProxyFault, random: () => number): Fault {
  const problem = { 'content-type': 'application/problem+json' };
  const busy = { ...problem, 'retry-after': String(Math.floor(random() * 120)) };
  switch (what) {
    case 'answer-429':
      return { kind: 'answer', status: 429, headers: busy, body: '{}' };
    case 'answer-503':
      return { kind: 'answer', status: 503, headers: busy, body: '{}' };
    case 'answer-500':
      return { kind: 'answer', status: 500, headers: problem, body: '{}' };
    case 'hotel':
      return {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<h1>Bem-vindo ao hotel</h1>',
      };
    default:
      return { kind: what };
  }
}

function toBehaviour(what: EmailjsFault): EmailjsBehaviour {
  switch (what) {
    case 'answer-412':
      return { kind: 'answer', ...EMAILJS_ERRORS.expiredGrant };
    case 'answer-429':
      return { kind: 'answer', ...EMAILJS_ERRORS.tooManyRequests };
    case 'answer-500':
      return { kind: 'answer', status: 500, text: 'Internal Server Error' };
    default:
      return { kind: what };
  }
}

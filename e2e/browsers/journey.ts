/** A visitor's journey in each engine, in real time: `npm run test:browsers`. */
import type { Message } from '@portfolio/contract/message';
import { buildMessage, countdownText } from '../contact-form.ts';
import { EMAILJS_PATH, type EmailjsCounterpart } from '../emailjs-counterpart.ts';
import { PAGES } from '../fixtures.ts';
import type { StoredMessages } from '../stored-messages.ts';
import { expect, test } from './fixtures.ts';
import { NARROW, type Page, WIDE } from './visitor.ts';

const LATE = 'Sua mensagem ainda não chegou: o site tenta de novo.';

const readText = (page: Page) => page.read(() => document.querySelector('main')?.textContent ?? '');
const readPath = (page: Page) => page.read(() => location.pathname);

/** Firefox reports an integrity error for a script that was loading when its page was left. */
async function untilHydrated(page: Page) {
  const isHydrated = () =>
    Object.keys(document.querySelector('header button') ?? {}).some((key) => key.startsWith('__react'));
  await expect.poll(() => page.read(isHydrated)).toBe(true);
}

const isSendEnabled = (page: Page) =>
  page.read(() => document.querySelector<HTMLButtonElement>('form button[type=submit]')?.disabled === false);

// Script at work: 'Enviar' is disabled while the fields are empty.
async function untilFormWorks(page: Page) {
  await expect.poll(() => isSendEnabled(page)).toBe(false);
}

async function send(page: Page, message: Message) {
  await untilFormWorks(page);
  await page.fillIn(message);
  await page.choose('Enviar');
  await expect.poll(() => readText(page)).toContain('Mensagem enviada!');
}

/** At least a second of the countdown. */
async function untilSecondPassed(page: Page) {
  await expect.poll(() => readText(page), { intervals: [50] }).toMatch(/Aguarde [1-4] segundos/);
}

const readLeft = (page: Page) =>
  page.read(() => {
    const opening = indexedDB.open('portfolio.messages', 1);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('entries').objectStore('entries').count();
      counting.onsuccess = () => document.documentElement.setAttribute('data-left', String(counting.result));
      opening.result.close();
    };
    return document.documentElement.getAttribute('data-left');
  });

async function expectOneEmail(page: Page, message: Message, emailjs: EmailjsCounterpart) {
  await expect.poll(() => readLeft(page)).toBe('0');
  expect(emailjs.requestsFrom(message.email)).toHaveLength(1);
}

async function expectDelivery(message: Message, storedMessages: StoredMessages, emailjs: EmailjsCounterpart) {
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
  await expect.poll(() => emailjs.requestsFrom(message.email).length).toBe(1);
}

test('the pages are in their styles, and nothing complains', async ({ welcome }) => {
  const visitor = await welcome();
  for (const width of [WIDE, NARROW]) {
    const page = await visitor.visit('/', width);
    await untilHydrated(page);
    expect(await readPath(page)).toBe('/inicio');
    for (const { path } of PAGES) {
      await page.go(path);
      await untilHydrated(page);
      // Firefox also reports a font that was loading when its page was left.
      await expect.poll(() => page.read(() => localStorage.getItem('text-font'))).not.toBeNull();
      const look = await page.read(() => {
        const style = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
        return {
          headings: [...document.querySelectorAll('h1')].filter((heading) => heading.textContent.trim() !== '').length,
          headingSize: Number.parseFloat(style('h1').fontSize),
          margin: style('body').margin,
          header: style('header').display,
          main: style('main').display,
          // The wavy line under it: without a mask it would be a bar.
          currentLink: [
            style('header a[aria-current] span').display,
            style('header a[aria-current] span').maskImage !== 'none',
          ],
          otherLink: style('header a:not([aria-current]) span').display,
          hasColour: style('html').backgroundColor !== style('main').color,
          isWiderThanWindow: document.documentElement.scrollWidth > window.innerWidth,
          brokenImages: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length,
        };
      });
      expect(look).toEqual({
        headings: 1,
        headingSize: expect.any(Number),
        margin: '0px',
        header: 'flex',
        main: 'grid',
        currentLink: ['block', true],
        otherLink: 'none',
        hasColour: true,
        isWiderThanWindow: false,
        brokenImages: 0,
      });
      expect(look.headingSize).toBeGreaterThan(30);
    }
  }
});

test('the menu is a modal: it keeps the focus, and closes by Esc, a click outside it and a wider window', async ({
  welcome,
}) => {
  const page = await (await welcome()).visit('/projetos', NARROW);
  const readMenu = () =>
    page.read(() => {
      const panel = document.querySelector('dialog');
      return {
        isOpen: panel?.open,
        isModal: panel?.matches(':modal'),
        hasFocus: panel?.contains(document.activeElement),
        isContentInert: document.querySelector('main')?.closest('[inert]') !== null,
      };
    });
  const open = { isOpen: true, isModal: true, hasFocus: true, isContentInert: true };
  const closed = { isOpen: false, isModal: false, hasFocus: false, isContentInert: false };
  await untilHydrated(page);

  await page.choose('Abrir menu');
  await expect.poll(readMenu).toEqual(open);
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    for (let step = 0; step < 7; step += 1) {
      await page.press(key);
      expect(await readMenu()).toEqual(open);
    }
  }
  await page.press('Escape');
  await expect.poll(readMenu).toEqual(closed);
  expect(await page.read(() => document.activeElement?.getAttribute('aria-label'))).toBe('Abrir menu');

  await page.choose('Abrir menu');
  await expect.poll(readMenu).toEqual(open);
  await page.clickAt(20, 400);
  await expect.poll(readMenu).toEqual(closed);

  await page.choose('Abrir menu');
  await expect.poll(readMenu).toEqual(open);
  await page.resize(769);
  await expect.poll(readMenu).toEqual(closed);
  await page.choose('Sobre mim');
  await expect.poll(() => readPath(page)).toBe('/sobremim');
});

test('projects come four at a time in a wide window, and all at once in a narrow one', async ({ welcome }) => {
  const page = await (await welcome()).visit('/projetos', WIDE);
  const readCards = () =>
    page.read(() =>
      [...document.querySelectorAll<HTMLElement>('main article')].flatMap((card, index) =>
        card.checkVisibility({ visibilityProperty: true }) ? [index + 1] : [],
      ),
    );
  expect(await readCards()).toEqual([1, 2, 3, 4]);
  await page.choose('Próximos projetos');
  await expect.poll(readCards).toEqual([5]);
  await page.choose('Próximos projetos');
  await expect.poll(readCards).toEqual([1, 2, 3, 4]);
  await page.choose('Projetos anteriores');
  await expect.poll(readCards).toEqual([5]);
  await page.resize(NARROW);
  await expect.poll(readCards).toEqual([1, 2, 3, 4, 5]);
});

test('the chosen theme is kept over a reload and on the next page', async ({ welcome }) => {
  const page = await (await welcome()).visit('/inicio');
  await untilHydrated(page);
  const readColour = () => page.read(() => getComputedStyle(document.documentElement).backgroundColor);
  const before = await readColour();
  await page.choose('Tema escuro');
  await expect.poll(readColour).not.toBe(before);
  const chosen = await readColour();
  await page.reload();
  await untilHydrated(page);
  expect(await readColour()).toBe(chosen);
  await page.go('/contato');
  expect(await readColour()).toBe(chosen);
  await page.choose('Tema escuro');
  await expect.poll(readColour).toBe(before);
});

test("'Enviar' is enabled by the key that keeps the last rule, and disabled by taking it back", async ({ welcome }) => {
  const page = await (await welcome()).visit('/contato');
  await untilFormWorks(page);
  await page.fill('name', 'An');
  await page.fill('email', 'ana.souza');
  await page.fill('text', 'Olá, tudo bem?');
  for (const [field, key] of [
    ['name', 'a'],
    ['email', '@'],
    ['text', '!'],
  ] as const) {
    expect(await isSendEnabled(page)).toBe(false);
    await page.fill(field, key);
  }
  await expect.poll(() => isSendEnabled(page)).toBe(true);
  await page.press('Backspace');
  await expect.poll(() => isSendEnabled(page)).toBe(false);
});

test('a message counts down from 5 to 1, is stored and e-mailed after five seconds in this order, and the form returns', async ({
  welcome,
  storedMessages,
  emailjs,
  faultProxy,
}) => {
  const page = await (await welcome()).visit('/contato');
  const message = buildMessage();
  await untilFormWorks(page);
  // By the page's own clock, because clicks and calls take time on their way.
  await page.read(() => {
    const seen = { submittedAt: 0, texts: [] as string[], calls: [] as { path: string; after: number }[] };
    Object.assign(window, { seen });
    const noteTime = () => {
      seen.submittedAt = performance.now();
    };
    // Before the form's own listener.
    document.addEventListener('submit', noteTime, { capture: true });
    new MutationObserver(() => {
      const text = /Mensagem enviada! Aguarde .*\.\.\./.exec(document.querySelector('main')?.textContent ?? '')?.[0];
      if (text !== undefined && text !== seen.texts.at(-1)) seen.texts.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    const { fetch } = window;
    window.fetch = (input, init) => {
      const { url, method } = new Request(input, init);
      const after = performance.now() - seen.submittedAt;
      if (method === 'POST') seen.calls.push({ path: new URL(url).pathname, after });
      return fetch(input, init);
    };
  });
  await page.fillIn(message);
  await page.choose('Enviar');
  await expectDelivery(message, storedMessages, emailjs);
  await expect.poll(() => isSendEnabled(page)).toBe(false);

  const seen = await page.read((): { texts: string[]; calls: { path: string; after: number }[] } =>
    Reflect.get(window, 'seen'),
  );
  expect(seen.texts).toEqual([5, 4, 3, 2, 1].map(countdownText));
  expect(seen.calls.map(({ path }) => path)).toEqual(['/save-message', EMAILJS_PATH]);
  // Timers may fire up to a millisecond early.
  for (const { after } of seen.calls) expect(after).toBeGreaterThanOrEqual(4999);
  expect(faultProxy.messagesFrom(message.email).map(({ answer }) => answer)).toEqual([201]);
  const values = await page.read(() =>
    [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)')].map(({ value }) => value).join(''),
  );
  expect(values).toBe('');
});

test('a tab that is closed after a second delivers its message: at once, or at the next visit where the engine sends nothing on leaving', async ({
  welcome,
  storedMessages,
  emailjs,
}) => {
  const visitor = await welcome();
  const page = await visitor.visit('/contato');
  const message = buildMessage();
  const hasKeepalive = await page.read(() => 'keepalive' in Request.prototype);
  await send(page, message);
  await untilSecondPassed(page);
  await page.close();
  if (hasKeepalive) await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
  const next = await visitor.visit('/inicio');
  await untilHydrated(next);
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
  await expectOneEmail(next, message, emailjs);
});

test('a reload in the countdown stores the message once', async ({ welcome, storedMessages, emailjs }) => {
  const page = await (await welcome()).visit('/contato');
  const message = buildMessage();
  await send(page, message);
  await untilSecondPassed(page);
  await page.reload();
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
  await expectOneEmail(page, message, emailjs);
});

test('while the server is away one calm line says so, and when it is back the message arrives', async ({
  welcome,
  server,
  storedMessages,
  emailjs,
}) => {
  const visitor = await welcome({}, /save-message|assets|fetching the script/);
  const page = await visitor.visit('/contato');
  const message = buildMessage();
  await untilFormWorks(page);
  // A page that can no longer load the outbox leaves the form to the browser.
  await expect
    .poll(() =>
      page.read(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      ),
    )
    .toContain('/assets/outbox-');
  await server.stop();
  await send(page, message);
  await expect.poll(() => readText(page)).toContain(LATE);
  expect(await isSendEnabled(page)).toBe(false);
  await server.start();
  await expectDelivery(message, storedMessages, emailjs);
  await expect.poll(() => readText(page)).not.toContain(LATE);
});

for (const { what, conditions } of [
  { what: 'in a private window', conditions: { window: 'private' } },
  { what: 'where every kind of storage is refused', conditions: { storage: 'refused' } },
] as const) {
  test(`${what} a message arrives all the same`, async ({ welcome, storedMessages, emailjs }) => {
    // There are no service workers there.
    const page = await (await welcome(conditions, /ServiceWorker/)).visit('/contato');
    const message = buildMessage();
    await send(page, message);
    await expectDelivery(message, storedMessages, emailjs);
  });
}

test('without JavaScript the form is posted, and a page answers', async ({ welcome, storedMessages }) => {
  const page = await (await welcome({ scripts: 'off' })).visit('/contato');
  const message = buildMessage();
  await page.fillIn(message);
  await page.choose('Enviar');
  // Between two pages there is none to read.
  await expect(async () => {
    expect(await readText(page)).toContain('Mensagem enviada!');
    expect(await readPath(page)).toBe('/mensagem-enviada');
  }).toPass({ timeout: 30_000 });
  expect(await storedMessages.from(message.email)).toEqual([message]);
});

for (const { motion, conditions } of [
  { motion: 'the sea moves', conditions: {} },
  { motion: 'nothing moves for a visitor who prefers less motion', conditions: { motion: 'reduced' } },
] as const) {
  test(`${motion}`, async ({ welcome }) => {
    const page = await (await welcome(conditions)).visit('/inicio');
    await untilHydrated(page);
    const countMovements = () =>
      page.read(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    if ('motion' in conditions) expect(await countMovements()).toBe(0);
    else expect(await countMovements()).toBeGreaterThan(0);
  });
}

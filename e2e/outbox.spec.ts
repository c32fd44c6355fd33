import type { BrowserContext, ElementHandle, Page, Request } from '@playwright/test';
import { HONEYPOT_FIELD, type Message } from '@portfolio/contract/message';
import { buildMessage, contactForm, fillIn, openContactForm, submit } from './contact-form.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { expect, holdScripts, PAGES, test, untilHydrated } from './fixtures.ts';
import type { StoredMessages } from './stored-messages.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LATE = 'Sua mensagem ainda não chegou: o site tenta de novo.';

async function openContactFormOnPausedClock(page: Page) {
  await page.clock.install();
  const form = await openContactForm(page);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(new Date(Date.now() + DAY_MS));
  return form;
}

/** Stops the clock when the message is submitted. */
async function sendMessage(page: Page, message: Message) {
  const form = await openContactFormOnPausedClock(page);
  await fillIn(form, message);
  await submit(page, form);
  return form;
}

/** Beside the mark that a visitor waits, nothing of a message is in localStorage. */
async function readOutbox(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = Object.entries(localStorage).filter(
      ([key]) => key.startsWith('portfolio.') && key !== 'portfolio.awaited',
    );
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      kept.push(
        ...(await new Promise<unknown[]>((resolve, reject) => {
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('entries').objectStore('entries').getAll();
            reading.onsuccess = () => resolve(reading.result);
            opening.result.close();
          };
        })),
      );
    }
    return JSON.stringify(kept);
  });
}

function refuseMessages(faultProxy: FaultProxy, why: string) {
  const errors = [{ field: 'text', code: 'too_long', message: why }];
  return faultProxy.inject({
    kind: 'answer',
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ status: 400, errors }),
  });
}

/** Advances the page's time by `stepMs` before each look. */
function pollInTime<Seen>(page: Page, stepMs: number, look: () => Promise<Seen>) {
  return expect.poll(
    async () => {
      await page.clock.runFor(stepMs);
      return look();
    },
    { intervals: [50] },
  );
}

async function untilStored(page: Page, storedMessages: StoredMessages, message: Message): Promise<void> {
  await pollInTime(page, 500, () => storedMessages.from(message.email)).toEqual([message]);
}

/** The service worker is there before a visitor has read a word or two. */
async function untilWorkerIsThere(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active?.state === 'activated'),
      ),
    )
    .toBe(true);
}

test.describe('A message is kept before anything else happens', () => {
  test("when 'Mensagem enviada!' appears it is in the browser's database, and when it has arrived no longer", async ({
    page,
    storedMessages,
  }) => {
    const message = buildMessage();
    await sendMessage(page, message);
    const kept: unknown[] = JSON.parse(await readOutbox(page));
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).toContain(message.email);

    await page.clock.runFor(5000);
    await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    await expect.poll(() => readOutbox(page)).toBe('[]');
  });

  test('and the text waits until it is on disk, but for no longer than two seconds', async ({ page }) => {
    await page.addInitScript(() => {
      const seen = { durabilities: [] as string[], rounds: 0 };
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
        const opened = transaction.call(this, stores, mode, options);
        if (mode !== 'readwrite') return opened;
        seen.durabilities.push(opened.durability);
        // While a request is pending a transaction does not complete, even if all earlier requests have succeeded.
        const keepOpen = () => {
          seen.rounds += 1;
          opened.objectStore('entries').get('none').onsuccess = keepOpen;
        };
        keepOpen();
        return opened;
      };
      Object.assign(window, { seen });
    });
    const form = await openContactFormOnPausedClock(page);
    await fillIn(form, buildMessage());
    await form.send.click();

    const read = () => page.evaluate((): { durabilities: string[]; rounds: number } => Reflect.get(window, 'seen'));
    await expect.poll(async () => (await read()).rounds).toBeGreaterThan(100);
    expect((await read()).durabilities).toEqual(['strict']);
    await expect(form.send).toBeVisible();
    await page.clock.runFor(1999);
    await expect(form.send).toBeVisible();
    await page.clock.runFor(1);
    await expect(page.getByText(/^Mensagem enviada!/)).toBeVisible();
  });

  test('and where the browser forbids every kind of storage it is delivered all the same', async ({
    page,
    storedMessages,
    emailjs,
  }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'indexedDB', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    });
    const message = buildMessage();
    await sendMessage(page, message);
    await page.clock.runFor(5000);
    await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    await expect.poll(() => emailjs.requestsFrom(message.email)).toHaveLength(1);
  });

  test('and on a page without https, where the browser has no workers and makes no UUIDs', async ({
    page,
    storedMessages,
    emailjs,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
      Object.defineProperty(crypto, 'randomUUID', { value: undefined });
    });
    const message = buildMessage();
    await sendMessage(page, message);
    await page.clock.runFor(5000);
    await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    await expect.poll(() => emailjs.requestsFrom(message.email)).toHaveLength(1);
    await expect.poll(() => readOutbox(page)).toBe('[]');
  });
});

test.describe('Leaving within the five seconds sends the message at once', () => {
  const departures: { how: string; leave: (page: Page) => Promise<unknown> }[] = [
    { how: 'to another page of the site', leave: (page) => page.getByRole('link', { name: 'Início' }).first().click() },
    { how: 'by reloading', leave: (page) => page.reload() },
    { how: 'to another address', leave: (page) => page.goto('about:blank') },
    { how: 'by closing the tab', leave: (page) => page.close() },
    {
      how: 'by looking at another tab',
      leave: (page) =>
        page.evaluate(() => {
          Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
          document.dispatchEvent(new Event('visibilitychange'));
        }),
    },
  ];

  for (const { how, leave } of departures) {
    test(`${how}, and the next visit sends nothing again`, async ({ page, context, storedMessages, emailjs }) => {
      const message = buildMessage();
      await sendMessage(page, message);
      await untilWorkerIsThere(page);
      await page.clock.runFor(2000);
      const next = await context.newPage();
      await leave(page);
      await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
      await expect.poll(() => emailjs.requestsFrom(message.email)).toHaveLength(1);

      await next.goto('/sobremim');
      await expect.poll(() => readOutbox(next)).toBe('[]');
      for (let count = 0; count < 20; count += 1) await next.clock.runFor(1000);
      expect(emailjs.requestsFrom(message.email)).toHaveLength(1);
    });
  }

  test("and where nothing outlives a page, also when the browser knows no 'keepalive', by the next visit at the latest", async ({
    page,
    context,
    storedMessages,
    emailjs,
  }) => {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
      const send = window.fetch;
      let isGone = false;
      addEventListener('pagehide', () => {
        isGone = true;
      });
      window.fetch = (input, init) => (isGone ? new Promise(() => undefined) : send(input, init));
    });
    const message = buildMessage();
    await sendMessage(page, message);
    await page.clock.runFor(2000);
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    const next = await context.newPage();
    await page.close();
    expect(await storedMessages.from(message.email)).toEqual([]);

    await next.goto('/inicio');
    await untilStored(next, storedMessages, message);
    await expect.poll(() => emailjs.requestsFrom(message.email)).toHaveLength(1);
    await expect.poll(() => readOutbox(next)).toBe('[]');
  });
});

test.describe('A message that could not be delivered', () => {
  async function sendInVain(page: Page, faultProxy: FaultProxy) {
    const message = buildMessage();
    await faultProxy.inject({ kind: 'drop-before' });
    const form = await sendMessage(page, message);
    await page.clock.runFor(5000);
    await expect(form.send).toBeVisible();
    // The page's clock stands still, but a failure takes real time, and so does the e-mail.
    await expect.poll(() => readOutbox(page)).toMatch(/"failedSince":\d.*"email":{"state":"done"/);
    return message;
  }

  test.beforeEach(({ consoleGuard }) => consoleGuard.expectNoise(/Failed to load resource.*save-message/));

  test('is mentioned in one calm line under the form, which goes away by itself when it arrives', async ({
    page,
    faultProxy,
    storedMessages,
  }) => {
    // Below the first screen.
    await page.setViewportSize({ width: 1024, height: 700 });
    const message = await sendInVain(page, faultProxy);
    const line = page.getByText(LATE).and(page.getByRole('status'));
    const arrived = page.getByText('Chegou. Quer escrever outra?');
    // The page's clock stands still: at once, when the form is back.
    await expect(line).toBeVisible();
    await expect(page.getByText(LATE).first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Preencha os três campos para enviar.')).toBeHidden();
    await expect(arrived).toHaveCount(0);
    // Where both would be in sight it is said once.
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByText(LATE).filter({ visible: true })).toHaveCount(1);
    await expect(line).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1024, height: 700 });

    await faultProxy.reset();
    await pollInTime(page, 1000, () => line.count()).toBe(0);
    await expect(arrived).toBeVisible();
    expect(await storedMessages.from(message.email)).toEqual([message]);
    // It gives way to what the next message needs.
    const form = contactForm(page);
    await form.name.pressSequentially('A');
    await form.email.focus();
    await expect(arrived).toBeHidden();
    await expect(page.getByText('Para enviar, confira: Nome.')).toBeVisible();
  });

  test('is said in sight on a phone, too, as the form returns', async ({ page, faultProxy }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await sendInVain(page, faultProxy);
    const line = page.getByText(LATE).first();
    await expect(line).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Preencha os três campos para enviar.')).toBeHidden();

    await faultProxy.reset();
    await pollInTime(page, 1000, () => line.count()).toBe(0);
    await expect(page.getByText('Chegou. Quer escrever outra?')).toBeInViewport({ ratio: 1 });
  });

  test('and that arrives in a later visit is said to be sent, too', async ({ page, context, faultProxy }) => {
    await sendInVain(page, faultProxy);
    await page.close();
    const next = await context.newPage();
    await next.goto('/contato');
    const line = next.getByText(LATE).and(next.getByRole('status'));
    await pollInTime(next, 1000, () => line.isVisible()).toBe(true);

    await faultProxy.reset();
    await pollInTime(next, 1000, () => line.count()).toBe(0);
    await expect(next.getByText('Chegou. Quer escrever outra?')).toBeVisible();
  });

  test('is told of on the next page, and that it has arrived', async ({ page, faultProxy }) => {
    await sendInVain(page, faultProxy);
    // Contato says it itself, in its content.
    const notice = page.locator(':not(main *)').and(page.getByRole('status')).filter({ hasText: 'Sua mensagem' });
    await expect(notice).toHaveCount(0);
    await page.getByRole('link', { name: 'Projetos' }).first().click();
    await expect(notice).toHaveText('Sua mensagem ainda não chegou: o site tenta de novo.');
    await expect(notice).toBeInViewport({ ratio: 1 });
    // It does not lie over what has the focus (WCAG 2.4.11).
    await page.setViewportSize({ width: 390, height: 664 });
    for (const link of await page.locator('main a[href]:visible').all()) {
      await link.focus();
      const [box, bar] = [await link.boundingBox(), await notice.boundingBox()];
      expect(Number(box?.y) + Number(box?.height)).toBeLessThanOrEqual(Number(bar?.y));
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    await faultProxy.reset();
    await pollInTime(page, 1000, () => notice.textContent()).toBe('✓ Sua mensagem chegou.');
    // It leaves of itself, for the end of the page.
    await page.evaluate(() => scrollTo(0, 0));
    await notice.evaluate((element) => element.getAnimations().forEach((animation) => void animation.finish()));
    await expect(notice).not.toBeInViewport();
    await page.getByRole('link', { name: 'Sobre mim' }).first().click();
    await expect(page).toHaveURL('/sobremim');
    await expect(notice).toHaveCount(0);
    // It is said once.
    await page.goBack();
    await expect(page).toHaveURL('/projetos');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projetos');
    await expect(notice).toHaveCount(0);
  });

  test('and that goes on another page of a later visit is said to be sent, too', async ({
    page,
    context,
    faultProxy,
    storedMessages,
  }) => {
    const message = await sendInVain(page, faultProxy);
    await page.close();
    await faultProxy.reset();
    const next = await context.newPage();
    await next.goto('/sobremim');
    await pollInTime(next, 1000, () => storedMessages.from(message.email)).toEqual([message]);
    await expect(next.getByRole('status').filter({ hasText: '✓ Sua mensagem chegou.' })).toBeInViewport();
    await next.goto('/contato');
    const arrived = next.getByText('Chegou. Quer escrever outra?');
    await pollInTime(next, 1000, () => arrived.isVisible()).toBe(true);
  });

  test('and that the server then refuses is not said to be sent, while another text is in the form', async ({
    page,
    faultProxy,
  }) => {
    await sendInVain(page, faultProxy);
    await contactForm(page).text.fill('Outra mensagem, ainda no meio');
    await refuseMessages(faultProxy, 'Escreva menos.');
    await pollInTime(page, 1000, () => readOutbox(page)).toMatch(/"row":{"state":"refused"/);
    await expect(page.getByText(LATE)).toHaveCount(0);
    await expect(page.getByText('Chegou. Quer escrever outra?')).toHaveCount(0);
  });

  test('moves and covers nothing', async ({ page, faultProxy }) => {
    await faultProxy.inject({ kind: 'hang' });
    const form = await sendMessage(page, buildMessage());
    await page.clock.runFor(5000);
    await expect(form.send).toBeVisible();
    // Not that something is missing yet, while nobody knows.
    await expect(page.getByText('Quer escrever outra?')).toBeVisible();
    await expect(page.getByText('Preencha os três campos para enviar.')).toBeHidden();
    const line = page.getByText(LATE).and(page.getByRole('status'));
    // All at once, as the page scrolls to the line in a window that has become wide.
    const readPlaces = (width: number, height: number, late: ElementHandle<Element> | null = null) =>
      page.setViewportSize({ width, height }).then(() =>
        page.evaluate((element) => {
          scrollTo(0, 0);
          const parts = document.querySelectorAll('form, main > section, footer');
          const read = (part: Element) => part.getBoundingClientRect().toJSON();
          return { places: Array.from(parts, read), lateBox: element && read(element) };
        }, late),
      );
    const windows = [
      [320, 640],
      [390, 664],
      [768, 1024],
      [1280, 720],
      [1366, 641],
    ] as const;
    const before: unknown[] = [];
    for (const [width, height] of windows) before.push((await readPlaces(width, height)).places);

    await page.clock.runFor(2000);
    await expect(line).toBeVisible();
    for (const [index, [width, height]] of windows.entries()) {
      const { places, lateBox } = await readPlaces(width, height, await line.elementHandle());
      expect(places, `${width} px`).toEqual(before[index]);
      const { top, bottom, left } = lateBox;
      const [form, section, footer] = places;
      expect(top).toBeGreaterThanOrEqual(form.bottom);
      expect(bottom).toBeLessThanOrEqual(left < section.right ? section.top : footer.top);
    }
  });

  for (const { path } of PAGES) {
    test(`is delivered by the next visit to ${path}`, async ({ page, context, faultProxy, storedMessages }) => {
      const message = await sendInVain(page, faultProxy);
      await page.close();
      await faultProxy.reset();

      const next = await context.newPage();
      await next.goto(path);
      await untilStored(next, storedMessages, message);
      await expect.poll(() => readOutbox(next)).toBe('[]');
    });
  }

  test('is sent at once when the network comes back', async ({ page, context, storedMessages, consoleGuard }) => {
    consoleGuard.expectNoise(/Failed to load resource/);
    const message = buildMessage();
    const form = await sendMessage(page, message);
    await context.setOffline(true);
    await page.clock.runFor(5000);
    await expect(form.send).toBeVisible();
    await page.clock.runFor(60_000);

    await context.setOffline(false);
    await pollInTime(page, 100, () => storedMessages.from(message.email)).toEqual([message]);
  });

  test('comes back into the form when it still fails after thirty days, and the browser forgets it', async ({
    page,
    context,
    storedMessages,
    faultProxy,
  }) => {
    const message = await sendInVain(page, faultProxy);
    await page.close();
    await context.clock.fastForward(31 * DAY_MS);

    const next = await context.newPage();
    await next.goto('/contato');
    const form = contactForm(next);
    await pollInTime(next, 20_000, () => form.text.inputValue()).toBe(message.text);
    await expect(form.name).toHaveValue(message.name);
    await expect(form.email).toHaveValue(message.email);
    await expect(form.send).toBeEnabled();
    await expect(next.getByRole('status').filter({ hasText: 'não pôde ser entregue em 30 dias' })).toBeVisible();
    await expect.poll(() => readOutbox(next)).toBe('[]');
    expect(await storedMessages.from(message.email)).toEqual([]);
  });
});

test('a message that is written without a network waits, also if it was gone before the contact page is opened', async ({
  page,
  context,
  storedMessages,
  consoleGuard,
}) => {
  consoleGuard.expectNoise(/Failed to load resource/);
  const outbox = page.waitForEvent('requestfinished', (request) => request.url().includes('/outbox-'));
  await page.goto('/inicio');
  await outbox;
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
  const message = buildMessage();
  await fillIn(contactForm(page), message);
  await contactForm(page).send.click();
  await expect(page.getByText('Mensagem enviada!')).toBeVisible();
  await expect(page.getByText(LATE).and(page.getByRole('status'))).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
});

test('who comes to the form without a network and without the outbox is told that the text stays, until the network is back', async ({
  page,
  context,
  storedMessages,
  consoleGuard,
}) => {
  consoleGuard.expectNoise(/Failed to load resource/);
  await page.setViewportSize({ width: 390, height: 664 });
  await page.route('**/outbox-*', (route) => route.abort());
  await page.goto('/inicio');
  await untilHydrated(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Fale comigo' }).first().click();
  const form = contactForm(page);
  const message = buildMessage();
  await fillIn(form, message);
  await form.send.click();
  // Below the form; the page scrolls to it.
  const notice = page.getByRole('status').filter({ hasText: 'Você está sem conexão.' });
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(form.text).toHaveValue(message.text);
  await page.unroute('**/outbox-*');
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await form.send.click();
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
});

test('a message that the server will never take comes back into the form with the reason, and can be mended and sent', async ({
  page,
  faultProxy,
  storedMessages,
  consoleGuard,
}) => {
  consoleGuard.expectNoise(/Failed to load resource.*save-message/);
  const why = 'Escreva a mensagem com no máximo 20 caracteres.';
  const message = buildMessage();
  await refuseMessages(faultProxy, why);
  const form = await sendMessage(page, message);
  await page.clock.runFor(5000);

  await expect(form.text).toHaveValue(message.text);
  await expect(form.name).toHaveValue(message.name);
  await expect(form.email).toHaveValue(message.email);
  await expect(page.getByRole('status').filter({ hasText: why })).toBeVisible();
  await expect(page.getByText(LATE)).toHaveCount(0);
  await expect.poll(() => readOutbox(page)).toBe('[]');
  // Nor is it said to be sent later.
  await page.getByRole('link', { name: 'Sobre mim' }).click();
  await expect(page).toHaveURL('/sobremim');
  await page.goBack();
  await expect(form.text).toHaveValue(message.text);
  await expect(page.getByText('Chegou. Quer escrever outra?')).toHaveCount(0);

  await faultProxy.reset();
  const mended = { ...message, text: 'Agora, mais curta.' };
  await form.text.fill(mended.text);
  await submit(page, form);
  await expect(page.getByText(why)).toHaveCount(0);
  await page.clock.runFor(5000);
  await expect.poll(() => storedMessages.from(message.email)).toEqual([mended]);
});

test('a message that arrives while the visitor looks at another page is said to be sent on coming back', async ({
  page,
  storedMessages,
}) => {
  const message = buildMessage();
  await sendMessage(page, message);
  await page.getByRole('link', { name: 'Sobre mim' }).click();
  await expect(page).toHaveURL('/sobremim');
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
  await page.goBack();
  // The page looks what the worker has done.
  const arrived = page.getByText('Chegou. Quer escrever outra?');
  await pollInTime(page, 1000, () => arrived.isVisible()).toBe(true);
});

test('a message that arrives while the visitor looks at another page, loaded anew, is said to be sent once', async ({
  page,
  storedMessages,
}) => {
  const message = buildMessage();
  await sendMessage(page, message);
  await page.goto('/sobremim');
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
  await page.goto('/contato');
  const arrived = page.getByText('Chegou. Quer escrever outra?');
  await pollInTime(page, 1000, () => arrived.isVisible()).toBe(true);
  await page.reload();
  await expect(page.getByText('Preencha os três campos para enviar.')).toBeVisible();
  await expect(arrived).toHaveCount(0);
});

test.describe('Where a script stalls for ever, the browser posts the form five seconds after the click', () => {
  for (const { what, names } of [
    { what: 'of the site', names: '*' },
    { what: 'of the outbox', names: 'outbox-*' },
  ]) {
    test(`(a script ${what})`, async ({ page, storedMessages }) => {
      await page.clock.install();
      await holdScripts(page, names);
      await page.goto('/contato', { waitUntil: 'commit' });
      const form = contactForm(page);
      if (names !== '*') await expect(form.send).toBeDisabled();
      const message = buildMessage();
      await fillIn(form, message);
      await page.clock.pauseAt(new Date(Date.now() + DAY_MS));
      await form.send.click();
      await page.clock.runFor(4999);
      expect(await storedMessages.from(message.email)).toEqual([]);
      // The script in the page gives the browser a moment.
      await page.clock.runFor(2);
      await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    });
  }
});

test('a message that comes back waits while the visitor is writing another one, and is explained above the form', async ({
  page,
}) => {
  const refused = buildMessage();
  await page.addInitScript((message) => {
    const id = '8e03978e-40d5-43e8-bc93-6894a57f9324';
    const row = { state: 'refused', detail: null };
    const entry = { id, submittedAt: Date.now(), message, row, email: { state: 'done' } };
    const opening = indexedDB.open('portfolio.messages', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('entries', { keyPath: 'id' }).put(entry);
    opening.onsuccess = () => opening.result.close();
  }, refused);
  const letScriptsPass = await holdScripts(page);
  await page.goto('/contato', { waitUntil: 'commit' });
  const form = contactForm(page);
  await form.text.fill('Outra mensagem, ainda no meio');
  letScriptsPass();
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  await expect(form.text).toHaveValue('Outra mensagem, ainda no meio');

  await form.text.fill('');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(form.text).toHaveValue(refused.text);
  const [explanation, heading] = await Promise.all([
    page.getByText('Sua mensagem não pôde ser aceita').boundingBox(),
    page.getByRole('heading', { name: 'Envie uma mensagem...' }).boundingBox(),
  ]);
  expect((explanation?.y ?? 0) + (explanation?.height ?? Number.NaN)).toBeLessThanOrEqual(heading?.y ?? 0);
});

test('however many tabs are open, a message is sent once', async ({ page, context, faultProxy, emailjs }) => {
  const others = await Promise.all(PAGES.map(() => context.newPage()));
  const message = buildMessage();
  await sendMessage(page, message);
  await Promise.all(others.map((other, index) => other.goto(PAGES[index]?.path ?? '/inicio')));

  // An answer takes real time. With the clock advanced past its 10 s timeout, the page would rightly ask again.
  for (let count = 0; count < 14; count += 1) await page.clock.runFor(1000);
  await expect.poll(() => readOutbox(page)).toBe('[]');
  for (let count = 0; count < 20; count += 1) await page.clock.runFor(1000);
  expect(faultProxy.messagesFrom(message.email)).toHaveLength(1);
  expect(emailjs.requestsFrom(message.email)).toHaveLength(1);
});

test.describe('A page with nothing to send', () => {
  /** The result gives, when no request is pending, each fetched script of EmailJS's client or of the worker. */
  function watchScripts(context: BrowserContext): (page: Page) => Promise<string[]> {
    const scripts: string[] = [];
    let underWay = 0;
    const isScript = (request: Request) => request.url().endsWith('.js');
    const count = (change: number) => (request: Request) => {
      if (isScript(request)) underWay += change;
    };
    context.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
    context.on('response', (response) => {
      if (isScript(response.request())) scripts.push(response.url());
    });
    return async (page) => {
      // By the page's own clock, all that it plans to load is requested within these ten seconds.
      for (let second = 0; second < 10; second += 1) {
        await page.clock.runFor(1000);
        await expect.poll(() => underWay).toBe(0);
      }
      return scripts.filter((url) => /\/(?:es|delivery-worker)-/.test(url));
    };
  }

  for (const path of ['/inicio', '/sobremim', '/projetos']) {
    test(`${path} loads no more than the outbox, and makes no database`, async ({ page, context }) => {
      const listLoaded = watchScripts(context);
      await page.clock.install();
      await page.goto(path);
      expect(await listLoaded(page)).toEqual([]);
      expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    });
  }

  test('nor does it after a message has arrived', async ({ page, context }) => {
    await page.clock.install();
    let listLoaded = watchScripts(context);
    const form = await openContactForm(page);
    expect(await listLoaded(page)).toEqual([]);
    await fillIn(form, buildMessage());
    await submit(page, form);
    await page.clock.runFor(6000);
    await expect.poll(() => readOutbox(page)).toBe('[]');
    expect(await listLoaded(page)).toHaveLength(2);

    listLoaded = watchScripts(context);
    await page.goto('/inicio');
    expect(await listLoaded(page)).toEqual([]);
  });
});

test('the honeypot is out of the way of people, and what falls into it goes along', async ({ page, faultProxy }) => {
  const message = buildMessage();
  const form = await sendMessage(page, message);
  await page.clock.runFor(5000);
  await expect.poll(() => faultProxy.messagesFrom(message.email)).toHaveLength(1);
  expect(JSON.parse(faultProxy.messagesFrom(message.email)[0]?.body ?? '')).toEqual(message);

  const honeypot = page.locator(`[name=${HONEYPOT_FIELD}]`);
  await expect(honeypot).not.toBeInViewport();
  await expect(page.getByRole('textbox')).toHaveCount(3);
  await form.text.focus();
  await page.keyboard.press('Tab');
  await expect(honeypot).not.toBeFocused();

  const spam = buildMessage();
  await fillIn(form, spam);
  await honeypot.evaluate((field: HTMLInputElement) => {
    field.value = 'verão';
  });
  await submit(page, form);
  await page.clock.runFor(5000);
  await expect.poll(() => faultProxy.messagesFrom(spam.email)).toHaveLength(1);
  expect(JSON.parse(faultProxy.messagesFrom(spam.email)[0]?.body ?? '')).toEqual({
    ...spam,
    [HONEYPOT_FIELD]: 'verão',
  });
});

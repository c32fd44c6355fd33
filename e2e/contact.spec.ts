import type { Page, Request, Response } from '@playwright/test';
import type { Message } from '@portfolio/contract/message';
import { buildMessage, contactForm, countdownText, fillIn, openContactForm, submit } from './contact-form.ts';
import { EMAILJS_ACCOUNT, EMAILJS_ERRORS, EMAILJS_PATH } from './emailjs-counterpart.ts';
import { expect, holdScripts, NARROW, test, untilHydrated, WIDE } from './fixtures.ts';

/** The shortest valid values (product.md, section 3). */
const SHORTEST = { name: 'Ana', email: 'a@b.co', text: 'Olá, tudo bem?!' };

/** When the virtual clock starts, and where it is stopped before a test moves it by hand. */
const MORNING = new Date('2026-03-02T09:00:00-03:00');
const NOON = new Date('2026-03-02T12:00:00-03:00');

interface OutgoingCall {
  path: string;
  at: number;
  /** Its answer has arrived, to the last byte. */
  isAnswered: boolean;
}

/** The page's clock stands still at NOON until the test moves it; the network stays in real time. */
async function openContactFormAtNoon(page: Page) {
  await page.clock.install({ time: MORNING });
  const form = await openContactForm(page);
  // Its timers have run.
  await untilHydrated(page);
  await page.clock.pauseAt(NOON);
  return form;
}

/** Records each fetch of the page when it is made, by the page's virtual clock. */
async function watchOutgoingCalls(page: Page): Promise<() => Promise<OutgoingCall[]>> {
  await page.addInitScript(() => {
    const calls: OutgoingCall[] = [];
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const { url, method } = new Request(input, init);
      if (method !== 'POST') return send(input, init);
      const call = { path: new URL(url).pathname, at: Date.now(), isAnswered: false };
      calls.push(call);
      const answer = await send(input, init);
      void answer
        .clone()
        .text()
        .then(() => {
          call.isAnswered = true;
        });
      return answer;
    };
    Object.assign(window, { outgoingCalls: calls });
  });
  return async () => {
    const calls = await page.evaluate(() => (window as unknown as { outgoingCalls: OutgoingCall[] }).outgoingCalls);
    return calls.map((call) => ({ ...call, at: call.at - NOON.getTime() }));
  };
}

test.describe('The contact form', () => {
  test.use({ viewport: NARROW });

  test('is titled, and has three fields, a button and nothing that complains before anything is typed', async ({
    page,
  }) => {
    const form = await openContactForm(page);

    await expect(page.getByRole('heading', { name: 'Envie uma mensagem...', exact: true })).toBeVisible();
    await expect(form.name).toBeVisible();
    await expect(form.email).toHaveAttribute('type', 'email');
    await expect(form.text).toBeVisible();
    await expect(form.send).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    for (const field of [form.name, form.email, form.text]) await expect(field).toHaveAccessibleDescription(/\S/);
  });

  test('counts down from 5 to 1, one a second, and then returns with empty fields', async ({ page }) => {
    const form = await openContactFormAtNoon(page);
    await fillIn(form, buildMessage());

    await form.send.click();

    for (const seconds of [5, 4, 3, 2, 1]) {
      await expect(page.getByText(countdownText(seconds), { exact: true })).toBeVisible();
      await expect(form.send).toHaveCount(0);
      await expect(form.name).toHaveCount(0);
      await page.clock.runFor(999);
      await expect(page.getByText(countdownText(seconds), { exact: true })).toBeVisible();
      await page.clock.runFor(1);
    }
    await expect(form.name).toHaveValue('');
    await expect(form.email).toHaveValue('');
    await expect(form.text).toHaveValue('');
    await expect(form.send).toBeDisabled();
    await expect(page.getByText('Mensagem enviada!')).toHaveCount(0);
    // For whoever looked away.
    await expect(page.getByText('Chegou. Quer escrever outra?')).toBeVisible();
  });

  test('stores exactly what was typed and e-mails it to the owner', async ({
    page,
    faultProxy,
    emailjs,
    storedMessages,
  }) => {
    const message = buildMessage({
      name: 'Zoë Ñuñes 👩🏽‍💻',
      text: 'Ação, coração e pão: “olá”!\n\tمرحبا بالعالم — שלום 🎉🇧🇷\nFim.  ',
    });
    const form = await openContactFormAtNoon(page);
    await fillIn(form, message);

    await submit(page, form);
    await page.clock.runFor(5000);

    await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    const posts = faultProxy.messagesFrom(message.email);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(posts[0]?.body ?? '')).toEqual(message);

    await expect.poll(() => emailjs.requestsFrom(message.email)).toHaveLength(1);
    const [mail] = emailjs.requestsFrom(message.email);
    expect(mail?.answer).toEqual({ status: 200, text: 'OK' });
    expect(mail?.body).toEqual({
      service_id: EMAILJS_ACCOUNT.serviceId,
      template_id: EMAILJS_ACCOUNT.templateId,
      user_id: EMAILJS_ACCOUNT.publicKey,
      template_params: { from_name: message.name, message: message.text, email: message.email },
      lib_version: '4.4.1',
    });
  });
});

test.describe("'Enviar' is enabled only while all rules hold", () => {
  // form-rules.test.ts tests the rules. This tests that each field is read at every key.
  const cases = [
    { field: 'name', tooShort: 'An', lastKey: 'a' },
    { field: 'email', tooShort: 'ana.souza', lastKey: '@' },
    { field: 'text', tooShort: 'Olá, tudo bem?', lastKey: '!' },
  ] as const;

  test('a form that a link leads to is never seen with it enabled', async ({ page }) => {
    await page.addInitScript(() => {
      const states: boolean[] = [];
      Object.assign(window, { states });
      new MutationObserver(() => {
        const button = document.querySelector<HTMLButtonElement>('form button[type="submit"]');
        if (button) states.push(button.disabled);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.setViewportSize(WIDE);
    await page.goto('/inicio');
    // Before hydration the link leads to a new document, whose form the browser checks.
    await untilHydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
    await expect(contactForm(page).send).toBeDisabled();
    const states = await page.evaluate((): boolean[] => Reflect.get(window, 'states'));
    expect(states).not.toEqual([]);
    expect(states).not.toContain(false);
  });

  test('so the key that keeps the last rule enables it, and taking that key back disables it again', async ({
    page,
  }) => {
    const form = await openContactForm(page);
    for (const { field, tooShort, lastKey } of cases) {
      await fillIn(form, { ...SHORTEST, [field]: tooShort });
      await expect(form.send).toBeDisabled();

      await form[field].press('End');
      await form[field].pressSequentially(lastKey);
      await expect(form.send).toBeEnabled();

      await form[field].press('Backspace');
      await expect(form.send).toBeDisabled();
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('in whatever order the fields are filled in, the last key enables it', async ({ page }) => {
    const form = await openContactForm(page);
    for (const order of [
      ['text', 'email', 'name'],
      ['email', 'name', 'text'],
      ['name', 'text', 'email'],
    ] as const) {
      await fillIn(form, { name: '', email: '', text: '' });
      for (const field of order) {
        await expect(form.send).toBeDisabled();
        await form[field].pressSequentially(SHORTEST[field]);
      }
      await expect(form.send).toBeEnabled();
    }
  });

  test('so Enter in a field sends nothing while a rule is broken', async ({ page, faultProxy }) => {
    const form = await openContactFormAtNoon(page);
    const message = buildMessage({ text: 'Curta' });
    await fillIn(form, message);

    await form.name.press('Enter');
    await form.email.press('Enter');
    await page.clock.runFor(6000);

    await expect(form.text).toHaveValue('Curta');
    await expect(form.send).toBeDisabled();
    expect(faultProxy.messagesFrom(message.email)).toEqual([]);
  });
});

test('a field leaves out of a paste what it may not hold, and keeps the rest', async ({ page }) => {
  const form = await openContactForm(page);
  await fillIn(form, {
    name: 'Ana\u0007 Souza\u200b',
    email: 'ana@\u001bexemplo.com',
    text: 'Olá,\n\u0008tudo\tbem? Até logo.',
  });

  await expect(form.name).toHaveValue('Ana Souza\u200b');
  await expect(form.email).toHaveValue('ana@exemplo.com');
  await expect(form.text).toHaveValue('Olá,\ntudo\tbem? Até logo.');
  await expect(form.send).toBeEnabled();
});

test('an address that looks odd but keeps the rules is taken without a word', async ({ page, storedMessages }) => {
  const message = buildMessage();
  message.email = `@@${message.email}`;
  const form = await openContactFormAtNoon(page);
  await fillIn(form, message);

  await submit(page, form);
  await page.clock.runFor(5000);

  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
});

test('Enter in a field sends a message that keeps the rules', async ({ page, storedMessages }) => {
  const message = buildMessage();
  const form = await openContactFormAtNoon(page);
  await fillIn(form, message);

  await form.email.press('Enter');
  await expect(page.getByText(countdownText(5), { exact: true })).toBeVisible();
  await page.clock.runFor(5000);

  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
});

test.describe('The fields keep the upper limits themselves', () => {
  const limits = [
    { field: 'name', most: 100, key: 'ã' },
    { field: 'email', most: 254, key: 'a' },
    { field: 'text', most: 5000, key: 'ç' },
  ] as const;

  test("all they take stays, typing or pasting adds no more, and 'Enviar' stays enabled", async ({ page }) => {
    const form = await openContactForm(page);
    for (const { field, most, key } of limits) {
      const full = field === 'email' ? `a@${key.repeat(most - 2)}` : key.repeat(most);
      await fillIn(form, { ...SHORTEST, [field]: full });
      await expect(form[field]).toHaveValue(full);
      await expect(form.send).toBeEnabled();

      await form[field].press('End');
      await form[field].pressSequentially('xyz');
      await expect(form[field]).toHaveValue(full);

      await form[field].fill(`${full}xyz`);
      await expect(form[field]).toHaveValue(full);
      await expect(form.send).toBeEnabled();
    }
  });

  test('a text that is too long is cut between two characters, never inside one', async ({ page }) => {
    const form = await openContactForm(page);
    await fillIn(form, { ...SHORTEST, name: `a${'🎉'.repeat(100)}` });

    const kept = await form.name.inputValue();
    expect(kept).toMatch(/^a🎉{40,99}$/u);
    await expect(form.send).toBeEnabled();
  });

  test('the longest message of all arrives whole', async ({ page, storedMessages }) => {
    const { email } = buildMessage();
    const message = { name: 'ã'.repeat(100), email: email.padEnd(254, 'a'), text: 'ção, '.repeat(1000) };
    const form = await openContactFormAtNoon(page);
    await fillIn(form, message);

    await submit(page, form);
    await page.clock.runFor(5000);

    await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
  });
});

test.describe('The two calls after a submit', () => {
  test('neither is made before 5000 ms; at 5000 ms both are, the server first', async ({
    page,
    faultProxy,
    emailjs,
  }) => {
    const outgoingCalls = await watchOutgoingCalls(page);
    const form = await openContactFormAtNoon(page);
    const message = buildMessage();
    await fillIn(form, message);

    await submit(page, form);
    await page.clock.runFor(4999);
    await expect(page.getByText(countdownText(1), { exact: true })).toBeVisible();
    expect(await outgoingCalls()).toEqual([]);
    expect(faultProxy.messagesFrom(message.email)).toEqual([]);
    expect(emailjs.requestsFrom(message.email)).toEqual([]);

    await page.clock.runFor(1);
    // No virtual minute may pass until the answers have arrived in real time: the page gives up after 10 s.
    await expect.poll(outgoingCalls).toEqual([
      { path: '/save-message', at: 5000, isAnswered: true },
      { path: EMAILJS_PATH, at: 5000, isAnswered: true },
    ]);
    expect(faultProxy.messagesFrom(message.email)).toHaveLength(1);
    expect(emailjs.requestsFrom(message.email)).toHaveLength(1);

    await page.clock.runFor(60_000);
    expect(await outgoingCalls()).toHaveLength(2);
  });

  test("the e-mail does not wait for the server's answer", async ({ page, faultProxy, emailjs }) => {
    await faultProxy.inject({ kind: 'hang' });
    const form = await openContactFormAtNoon(page);
    const message = buildMessage();
    await fillIn(form, message);

    await submit(page, form);
    await page.clock.runFor(5000);

    await expect.poll(() => faultProxy.messagesFrom(message.email)).toHaveLength(1);
    await expect.poll(() => emailjs.requestsFrom(message.email)).toHaveLength(1);
  });

  test('a second message after the first carries only its own text', async ({ page, emailjs, storedMessages }) => {
    const first = buildMessage({ name: 'Primeira', text: 'A primeira mensagem do dia.' });
    const second = buildMessage({ name: 'Segunda', text: 'A segunda mensagem do dia.' });
    const form = await openContactFormAtNoon(page);

    for (const message of [first, second]) {
      await fillIn(form, message);
      await submit(page, form);
      await page.clock.runFor(5000);
      await expect(form.send).toBeVisible();
      await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    }
    for (const { name, email, text } of [first, second]) {
      await expect.poll(() => emailjs.requestsFrom(email)).toHaveLength(1);
      expect(emailjs.requestsFrom(email)[0]?.body).toMatchObject({
        template_params: { from_name: name, message: text, email },
      });
    }
  });

  test('however often and quickly it is sent, it is one message', async ({ page, faultProxy, storedMessages }) => {
    const message = buildMessage();
    const form = await openContactFormAtNoon(page);
    await fillIn(form, message);

    await form.send.evaluate(async (button: HTMLButtonElement) => {
      const { port1, port2 } = new MessageChannel();
      while (button.form?.isConnected) {
        button.form.requestSubmit();
        // The next task: a visitor cannot click sooner.
        await new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      }
    });
    await expect(page.getByText(countdownText(5), { exact: true })).toBeVisible();
    await page.clock.runFor(5000);

    await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    await expect(form.send).toBeVisible();
    expect(faultProxy.messagesFrom(message.email)).toHaveLength(1);
  });

  test('by the real clock too, the message arrives no sooner than 5 seconds after the submit', async ({
    page,
    faultProxy,
    storedMessages,
  }) => {
    const message = buildMessage();
    const form = await openContactForm(page);
    await fillIn(form, message);

    const submittedAt = Date.now();
    await submit(page, form);
    await expect(form.send).toBeVisible();

    await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
    // A browser's timer may fire up to a millisecond early by another process's clock.
    expect((faultProxy.messagesFrom(message.email)[0]?.arrivedAt ?? 0) - submittedAt).toBeGreaterThanOrEqual(4999);
  });
});

test.describe('A visitor sees no difference when', () => {
  const CALLS = ['/save-message', EMAILJS_PATH];

  /**
   * Sends the message. Gives the page's text at each second, and the form when it is back, without the lines that say
   * whether the message has arrived. `hanging`: the path of a call that never ends; the other calls have ended at the last look.
   */
  async function watchSubmission(page: Page, message: Message, hanging?: string): Promise<string[]> {
    const ended: string[] = [];
    // 'requestfinished' never comes for an answer whose body nobody reads.
    const note = (call: Request | Response) => void ended.push(new URL(call.url()).pathname);
    page.on('response', note).on('requestfailed', note);
    const form = contactForm(page);
    const main = page.getByRole('main');
    const seen: string[] = [];

    await fillIn(form, message);
    await form.send.click();
    for (const seconds of [5, 4, 3, 2, 1]) {
      await expect(page.getByText(countdownText(seconds), { exact: true })).toBeVisible();
      seen.push(await main.ariaSnapshot());
      await page.clock.runFor(1000);
    }
    await expect(form.send).toBeDisabled();
    for (const field of [form.name, form.email, form.text]) await expect(field).toHaveValue('');
    const ending = CALLS.filter((path) => path !== hanging);
    await expect.poll(() => ended).toEqual(expect.arrayContaining(ending));
    await page.clock.runFor(1000);
    seen.push((await page.locator('form').ariaSnapshot()).replace(/.*status.*\n/, ''));

    page.off('response', note).off('requestfailed', note);
    return seen;
  }

  const serverFaults = [
    { what: 'the server answers 500', fault: { kind: 'answer', status: 500 } },
    { what: 'the server answers 400', fault: { kind: 'answer', status: 400 } },
    { what: 'the server refuses the connection', fault: { kind: 'refuse' } },
    { what: 'the connection to the server breaks', fault: { kind: 'drop-before' } },
    { what: 'the server hangs', fault: { kind: 'hang' } },
  ] as const;

  for (const { what, fault } of serverFaults) {
    test(`${what}, and the e-mail goes out all the same`, async ({ page, consoleGuard, faultProxy, emailjs }) => {
      // Also for EmailJS's client and the worker, which come from the server too; both messages go out without them.
      consoleGuard.expectNoise(
        /Failed to load resource.*(save-message|assets)|error occurred when fetching the script/,
      );
      const outbox = page.waitForEvent('requestfinished', (request) => request.url().includes('/outbox-'));
      await openContactFormAtNoon(page);
      // Everything that the page prefetches is there before the server goes away.
      await outbox;
      await page.waitForLoadState('networkidle');

      await faultProxy.inject(fault);
      const message = buildMessage();
      const faulty = await watchSubmission(page, message, fault.kind === 'hang' ? '/save-message' : undefined);
      expect(emailjs.requestsFrom(message.email)).toHaveLength(1);

      await faultProxy.reset();
      expect(faulty).toEqual(await watchSubmission(page, buildMessage()));
    });
  }

  const emailjsFaults = [
    { what: 'EmailJS answers 500', behaviour: { kind: 'answer', status: 500, text: 'Internal Server Error' } },
    { what: "the owner's grant has expired", behaviour: { kind: 'answer', ...EMAILJS_ERRORS.expiredGrant } },
    { what: 'EmailJS limits the rate', behaviour: { kind: 'answer', ...EMAILJS_ERRORS.tooManyRequests } },
    { what: 'EmailJS drops the connection', behaviour: { kind: 'drop' } },
    { what: 'EmailJS hangs', behaviour: { kind: 'hang' } },
  ] as const;

  for (const { what, behaviour } of emailjsFaults) {
    test(`${what}, and the message is stored all the same`, async ({ page, consoleGuard, emailjs, faultProxy }) => {
      consoleGuard.expectNoise(/Failed to load resource.*emailjs\.test/);
      await openContactFormAtNoon(page);

      emailjs.behave(behaviour);
      const message = buildMessage();
      const faulty = await watchSubmission(page, message, behaviour.kind === 'hang' ? EMAILJS_PATH : undefined);
      expect(faultProxy.messagesFrom(message.email).map(({ answer }) => answer)).toEqual([201]);

      emailjs.reset();
      expect(faulty).toEqual(await watchSubmission(page, buildMessage()));
    });
  }
});

test('what was typed before the script arrived is kept and counts', async ({ page, storedMessages }) => {
  const message = buildMessage();
  const letScriptsPass = await holdScripts(page);
  await page.goto('/contato', { waitUntil: 'commit' });
  const form = contactForm(page);
  await fillIn(form, message);
  letScriptsPass();

  // When the script works, it notices the invalid name.
  await expect(form.name).toHaveValue(message.name);
  await form.name.fill('A');
  await expect(form.send).toBeDisabled();
  await expect(form.email).toHaveValue(message.email);
  await expect(form.text).toHaveValue(message.text);
  await form.name.fill(message.name);
  await expect(form.send).toBeEnabled();
  await form.send.click();

  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
});

test('the icons lead to a LinkedIn and a GitHub profile, in new tabs', async ({ page }) => {
  await openContactForm(page);
  for (const name of ['LinkedIn', 'GitHub']) {
    const icon = page.getByRole('main').getByRole('link', { name: new RegExp(name, 'i') });
    await expect(icon).toBeVisible();
    await expect(icon).toHaveAttribute('target', '_blank');
    await expect(icon).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(icon).toHaveAttribute('href', new RegExp(`^https://(www\\.)?${name.toLowerCase()}\\.com`));
  }
});

test('a line above the fields says what the form needs, until it has all of it', async ({ page }) => {
  const form = await openContactForm(page);
  const line = page.getByRole('status').filter({ visible: true, hasText: /./ });
  await expect(line).toHaveText('Preencha os três campos para enviar.');
  await fillIn(form, buildMessage());
  await expect(line).toHaveText('Tudo certo: é só enviar.');
  await form.text.clear();
  await expect(line).toHaveText('Preencha os três campos para enviar.');
  // And which fields are not as they should be.
  await form.name.fill('Jo');
  await form.email.focus();
  await expect(line).toHaveText('Para enviar, confira: Nome, Mensagem.');
});

test('what is written is still there after a look at another page or a reload, and gone once it is sent', async ({
  page,
}) => {
  const form = await openContactForm(page);
  const message = buildMessage();
  await fillIn(form, message);
  const goTo = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  await goTo('Projetos');
  await goTo('Contato');
  await expect(form.name).toHaveValue(message.name);
  await expect(form.email).toHaveValue(message.email);
  await expect(form.text).toHaveValue(message.text);
  const place = await form.text.boundingBox();
  await form.email.fill('joana@gmial.com');
  await page.reload();
  await expect(form.name).toHaveValue(message.name);
  await expect(form.text).toHaveValue(message.text);
  await expect(form.email).toHaveAccessibleDescription('Você quis dizer joana@gmail.com?');
  // What asks takes no room: nothing below it moves.
  await expect(page.getByRole('button', { name: 'Você quis dizer joana@gmail.com?' })).toBeVisible();
  expect(await form.text.boundingBox()).toEqual(place);
  await form.send.click();
  await expect(page.getByText('Mensagem enviada!')).toBeVisible();
  await goTo('Projetos');
  await goTo('Contato');
  await expect(form.name).toHaveValue('');
  await page.reload();
  await expect(form.name).toHaveValue('');
  await expect(form.text).toHaveValue('');
});

test('an address without an ending can be sent, but gets no tick: the field and a line ask to look at it again', async ({
  page,
}) => {
  const form = await openContactForm(page);
  const line = page.getByRole('status').filter({ visible: true, hasText: /./ });
  const tick = () =>
    form.email.evaluate((field) => getComputedStyle(field.nextElementSibling as Element, '::after').content);
  await fillIn(form, buildMessage({ email: 'joana@gmail' }));
  await expect(form.send).toBeEnabled();
  await expect(line).toHaveText('Confira o email antes de enviar.');
  await expect.poll(tick).toMatch(/^"\?"/);
  await expect(form.email).toHaveAccessibleDescription('está certo, como nome@site.com?');
  await form.email.pressSequentially('.com');
  await expect(form.email).toHaveAccessibleDescription('um endereço como nome@site.com.');
  await form.text.focus();
  await expect(line).toHaveText('Tudo certo: é só enviar.');
  await expect.poll(tick).toMatch(/^"✓"/);
  // So is one that only the browser refuses: what can be sent is not marked as wrong.
  for (const [address, question] of [
    ['joão@exemplo.com', 'está certo, como nome@site.com?'],
    ['joana@@exemplo.com', 'está certo, como nome@site.com?'],
    ['joana@exemplo,com', 'Você quis dizer joana@exemplo.com?'],
  ] as const) {
    await form.email.fill(address);
    await form.text.focus();
    await expect.poll(tick).toMatch(/^"\?"/);
    await expect(form.email).not.toHaveAttribute('aria-invalid');
    await expect(form.email).toHaveAccessibleDescription(question);
    await expect(line).toHaveText('Confira o email antes de enviar.');
    await expect(form.send).toBeEnabled();
  }
  await page.getByRole('button', { name: 'Você quis dizer joana@exemplo.com?' }).click();
  await expect(form.email).toHaveValue('joana@exemplo.com');
  await expect(form.email).toBeFocused();
  await expect(line).toHaveText('Tudo certo: é só enviar.');
});

test('blanks are no text for the mark beside a field either', async ({ page }) => {
  const form = await openContactForm(page);
  await form.text.pressSequentially(' '.repeat(16));
  await form.name.focus();
  await expect(form.text).toHaveAttribute('aria-invalid', 'true');
  await form.text.pressSequentially('Agora há um texto.');
  await form.name.focus();
  await expect(form.text).not.toHaveAttribute('aria-invalid');
});

test('a field that is left before it holds its rule says what is missing, until it does', async ({ page }) => {
  const form = await openContactForm(page);
  const main = page.getByRole('main');
  const words = await main.textContent();
  const hint = main.getByText('Pelo menos 3 caracteres.');
  const missing = hint.getByText('Use');

  await form.name.pressSequentially('An');
  await expect(missing).toBeHidden();
  await form.email.focus();
  await expect(missing).toBeVisible();
  await expect(form.name).toHaveAttribute('aria-invalid', 'true');
  await expect(form.name).toHaveAccessibleDescription('Use pelo menos 3 caracteres.');

  await form.name.pressSequentially('a');
  await expect(form.name).not.toHaveAttribute('aria-invalid');
  await form.email.focus();
  await expect(missing).toBeHidden();
  await expect(form.name).toHaveAccessibleDescription('pelo menos 3 caracteres.');
  expect(await main.textContent()).toBe(words);
});

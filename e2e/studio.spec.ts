import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Message } from '@portfolio/contract/message';
import { findFreePort, LOOPBACK } from '../scripts/loopback.ts';
import { startEmbeddedPostgres } from '../server/src/embedded-postgres.ts';
import { buildMessage, fillIn, openContactForm, submit } from './contact-form.ts';
import { E2E_SITE } from './e2e-site.mjs';
import { test as base, expect } from './fixtures.ts';
import { runScript } from './script-process.ts';
import { openMessages, type StoredMessages } from './stored-messages.ts';

const test = base.extend<{
  /** Runs `npm run studio` and opens the address that it prints, in a window wide enough for all columns. */
  openStudio: (variables: Record<string, string>) => Promise<Page>;
  embeddedSite: { origin: string; variables: Record<string, string>; storedMessages: StoredMessages };
}>({
  openStudio: async ({ browser }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (variables) => {
      const args = ['--browser', 'none', '--port', String(await findFreePort())];
      const script = await runScript('studio', args, variables, /As mensagens estão em\s+(http:\S+)\s/);
      ends.push(() => script.stop());
      const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
      ends.push(() => context.close());
      const page = await context.newPage();
      // Studio listens only on this address, and the tests' browser knows no other.
      await page.goto(script.found.replace('localhost', LOOPBACK));
      return page;
    });
    for (const end of ends.toReversed()) await end();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  embeddedSite: async ({}, use) => {
    const dataDir = join(tmpdir(), `portfolio-studio-${randomUUID()}`);
    const variables = { ...E2E_SITE, DATA_DIR: dataDir };
    const site = await runScript('start', [], { ...variables, PORT: '0' }, /The site is at (http:\S+)/);
    const postgres = await startEmbeddedPostgres(dataDir);
    const storedMessages = await openMessages(postgres.url);
    await use({ origin: site.found.replace('localhost', LOOPBACK), variables, storedMessages });
    await storedMessages.close();
    await postgres.stop();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
});

const COLUMNS = ['created_at', 'status', 'name', 'email', 'text', 'spam_reasons'];

test('the owner finds messages in Studio while the site runs on the embedded database, reads them from left to right, and files them', async ({
  browser,
  embeddedSite: { origin, variables, storedMessages },
  openStudio,
}) => {
  const visitor = await browser.newContext({ baseURL: origin });
  const messages = ['read', 'archived', 'spam'].map((status) => ({
    status,
    message: buildMessage({ name: `Bruna, ${status}` }),
  }));
  for (const { message } of messages) {
    const answer = await visitor.request.post('/save-message', { data: message });
    expect(answer.status()).toBe(201);
  }

  const studio = await openStudio(variables);
  for (const [index, column] of COLUMNS.entries()) {
    // The first cell of a row selects it.
    await expect(studio.locator('thead th').nth(index + 1)).toHaveText(new RegExp(`^\\W*${column}`));
  }
  await expect(studio.getByRole('row').filter({ hasText: 'Bruna, ' })).toContainText(
    messages.map(({ message }) => message.email).reverse(),
  );
  for (const { status, message } of messages) {
    await changeStatus(studio, message, 'new', status);
    expect(await storedMessages.statusesFrom(message.email)).toEqual([status]);
  }

  // The site still takes messages, also from its form.
  const another = buildMessage();
  await sendThroughForm(await visitor.newPage(), another);
  await untilStored(storedMessages, another);
  await visitor.close();

  const headers = (await studio.reload())?.headers();
  expect(headers).toMatchObject({ 'content-security-policy': "frame-ancestors 'none'", 'x-frame-options': 'DENY' });
});

test('Studio tells nothing to somebody else on the database’s port who asks for no proof, or for the password itself', async ({
  openStudio,
}) => {
  let greeting = '';
  // The first message names user and database; the later ones show the client's reaction to the greeting.
  let heard = '';
  const impostor = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.on('data', (data) => {
        heard += data.toString('latin1');
      });
      for (const event of ['data', 'close']) socket.once(event, () => impostor.emit('answered'));
      socket.write(Buffer.from(greeting, 'latin1'));
    });
  }).listen(0, '127.0.0.1');
  await once(impostor, 'listening');
  const { port } = impostor.address() as AddressInfo;
  let studio: Page | undefined;
  for (const [asks, bytes] of [
    ['for it in clear text', 'R\0\0\0\x08\0\0\0\x03'],
    ['for no password', 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I'],
    ['for no password at once', 'Z\0\0\0\x05I'],
  ] as const) {
    greeting = bytes;
    const answered = once(impostor, 'answered');
    if (studio) await studio.reload();
    else {
      studio = await openStudio({
        DATABASE_URL: `postgresql://portfolio_site:secret@127.0.0.1:${port}/portfolio?require_auth=scram-sha-256`,
      });
    }
    await answered;
    expect(heard, asks).toBe('');
  }
  impostor.close();
});

async function sendThroughForm(page: Page, message: Message): Promise<void> {
  const form = await openContactForm(page);
  await fillIn(form, message);
  await submit(page, form);
}

async function untilStored(storedMessages: StoredMessages, message: Message): Promise<void> {
  await expect.poll(() => storedMessages.from(message.email)).toEqual([message]);
}

async function changeStatus(studio: Page, { email, text }: Message, from: string, to: string): Promise<void> {
  const row = studio.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText(text);
  await row.getByRole('cell', { name: from, exact: true }).click();
  await studio.keyboard.press('Enter');
  await studio.getByRole('dialog').getByRole('button', { name: to, exact: true }).click();
  await studio.keyboard.press('Enter');
  await studio.getByRole('button', { name: 'Save 1 row' }).click();
  await studio.getByRole('button', { name: 'yes, write to db' }).click();
  await expect(row.getByRole('cell', { name: to, exact: true })).toBeVisible();
  await expect(studio.getByRole('button', { name: 'Save 1 row' })).toHaveCount(0);
}

import { tsImport } from 'tsx/esm/api';
import { findFreePort } from './free-port.mjs';
import { TOP } from './project.mjs';
import { endProcess, startNode } from './run.mjs';

/** Invented people. Two say what visitors of a portfolio say, one is what programs send. */
const ROWS = [
  {
    createdAt: '2026-11-20T22:41:07.318Z',
    status: 'new',
    name: 'Ana Souza',
    email: 'ana@exemplo.com.br',
    text: 'Olá! Gostei muito dos seus projetos. Vamos conversar sobre uma vaga de React?',
    reasons: [],
  },
  {
    createdAt: '2026-11-20T13:05:52.940Z',
    status: 'spam',
    name: 'Seo Ranking Pro',
    email: 'ofertas@exemplo.net',
    text: 'Primeira página garantida! https://exemplo.net/a https://exemplo.net/b https://exemplo.net/c https://exemplo.net/d',
    reasons: ['honeypot', 'many_links'],
  },
  {
    createdAt: '2026-11-19T17:22:31.004Z',
    status: 'read',
    name: 'Márcio Ibáñez',
    email: 'marcio@exemplo.org',
    text: 'Boa tarde. O repositório do projeto de pixel art está fechado. Pode abrir?',
    reasons: [],
  },
  {
    createdAt: '2026-11-17T09:48:15.627Z',
    status: 'archived',
    name: 'Estúdio Vento Sul',
    email: 'contato@exemplo.com',
    text: 'Precisamos de um site para uma exposição em março. Qual é o seu prazo?',
    reasons: [],
  },
];

/**
 * Takes the picture of Prisma Studio as `npm run studio` opens it, on a database of its own with a few messages.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} file
 */
export async function takeStudioScreenshot(browser, file) {
  /** @type {typeof import('../server/test/temporary-postgres.ts')} */
  const { startTemporaryPostgres } = await tsImport('../server/test/temporary-postgres.ts', import.meta.url);
  /** @type {typeof import('../server/src/migrate.ts')} */
  const { migrate } = await tsImport('../server/src/migrate.ts', import.meta.url);
  const postgres = await startTemporaryPostgres();
  try {
    await migrate(postgres.url, `${TOP}prisma/migrations`);
    await insertRows(postgres.url);
    const studio = startNode(['scripts/studio.mjs', '--browser', 'none', '--port', String(await findFreePort())], {
      env: { DATABASE_URL: postgres.url },
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 460 }, colorScheme: 'light' });
      await page.goto(await addressOf(studio));
      await page.getByRole('cell', { name: 'archived', exact: true }).click();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'read' }).waitFor();
      await page.screenshot({ path: file });
      await page.close();
    } finally {
      await endProcess(studio);
    }
  } finally {
    await postgres.stop();
  }
}

/** @param {string} databaseUrl */
async function insertRows(databaseUrl) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const { createdAt, status, name, email, text, reasons } of ROWS) {
    await client.query(
      `INSERT INTO messages (created_at, status, name, email, text, spam_reasons, fingerprint)
       VALUES ($1, $2::"MessageStatus", $3, $4, $5, $6, sha256(convert_to($5, 'UTF8')))`,
      [createdAt, status, name, email, text, reasons],
    );
  }
  await client.end();
}

/**
 * @param {import('node:child_process').ChildProcess} studio
 * @returns {Promise<string>} the address it prints
 */
function addressOf(studio) {
  return new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [studio.stdout, studio.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        printed += text;
        const address = /shows the messages at\s+(http:\S+)\s/.exec(printed)?.[1];
        if (address) resolve(address);
      });
    }
    studio.once('close', () => reject(new Error(printed)));
  });
}

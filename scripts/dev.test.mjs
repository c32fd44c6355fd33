import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runScript } from '../e2e/script-process.ts';
import { findFreePort } from './loopback.ts';
import { TOP } from './project.mjs';

/** In the repository, as the owner's `.data` is. */
const dataDir = join(TOP, `.data-test-${randomUUID()}`);
/** Vite serves any file of the machine there, as far as it may. */
const FS = `/@fs${pathToFileURL(TOP).pathname}`;
/** @type {import('../e2e/script-process.ts').ScriptProcess | undefined} */
let dev;
let port = 0;

beforeAll(async () => {
  port = await findFreePort();
  const variables = { PORT: String(port), HOST: '0.0.0.0', DATA_DIR: dataDir };
  dev = await runScript('dev', [], variables, /(with hot reload, is at)/);
});

afterAll(async () => {
  await dev?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Not by fetch, which would remove `/../`.
 * @param {string} path
 * @returns {Promise<{ status: number | undefined, headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
function get(path, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, origin: 'http://localhost:9' };
    request({ host, port, path, headers, agent: false }, async (response) => {
      let body = '';
      for await (const chunk of response.setEncoding('utf8')) body += chunk;
      resolve({ status: response.statusCode, headers: response.headers, body });
    })
      .on('error', reject)
      .end();
  });
}

it('npm run dev serves the page, its sources and its packages', async () => {
  for (const path of ['/', '/contato', '/src/main.tsx', '/@vite/client', `${FS}contract/src/message.ts`]) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
});

it('npm run dev takes messages', async () => {
  const url = `http://127.0.0.1:${port}`;
  // The server is another process, which starts at the same time as the page.
  await expect.poll(async () => (await fetch(`${url}/health`)).status, { timeout: 60_000 }).toBe(200);
  const answer = await fetch(`${url}/save-message`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Souza', email: 'ana@example.com', text: 'Olá! Quero conversar.' }),
  });
  expect(answer.status).toBe(201);
});

it('npm run dev serves neither the database nor anything else of the repository', async () => {
  const password = (await readFile(join(dataDir, 'postgresql/password'), 'utf8')).trim();
  const files = [
    `${dataDir.slice(TOP.length)}/postgresql/password`,
    '.env.example',
    'server/src/env.ts',
    'package.json',
  ];
  for (const file of files) {
    const text = file.endsWith('password') ? password : (await readFile(join(TOP, file), 'utf8')).slice(0, 20).trim();
    for (const start of ['/../', `${FS}`, '/%2e%2e/', `/src/../../`, `${FS}client/src/../../`]) {
      for (const end of ['', '?raw', '?import&raw', '?url', '?inline&import', '?raw??', '?.svg?import&raw']) {
        const path = `${start}${file}${end}`;
        expect([path, (await get(path)).body.includes(JSON.stringify(text).slice(1, -1))]).toEqual([path, false]);
      }
    }
  }
});

it('npm run dev answers no page of another origin, and no other machine whatever HOST says', async () => {
  for (const path of ['/', '/src/main.tsx', '/@vite/client']) {
    expect((await get(path)).headers['access-control-allow-origin']).toBeUndefined();
  }
  // Another address of this machine: a server on all interfaces would have it too.
  if (process.platform === 'linux') await expect(get('/', '127.0.0.2')).rejects.toThrow(/ECONNREFUSED/);
});

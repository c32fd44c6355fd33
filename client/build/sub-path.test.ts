import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { topFolder } from './folders.ts';

test('a site under a path has every address below it, and a file behind each', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-sub-path-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'client/build/build.ts'], {
    cwd: topFolder,
    env: {
      ...process.env,
      PORTFOLIO_NO_ENV_FILE: '1',
      SITE_DIR: folder,
      SITE_URL: 'https://ana.github.io/portfolio',
      VITE_API_URL: 'https://api.ana.example',
    },
  });
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  expect(names).toContain('inicio.html');
  let addresses = 0;
  for (const name of names) {
    const html = readFileSync(path.join(folder, name), 'utf8');
    const found = [...html.matchAll(/(?:href|src|srcset|action|data-parts|content)="([^"]*)"|url\(([^)]+)\)/g)];
    for (const word of found.flatMap(([, value, url]) => (value ?? url ?? '').split(/[ ,]+|url=/))) {
      if (!word.startsWith('/')) continue;
      addresses += 1;
      expect(word, name).toMatch(/^\/portfolio\//);
      const file = path.join(folder, word.slice('/portfolio'.length).replace(/[#?].*/, ''));
      expect(existsSync(file) || existsSync(`${file}.html`), `${name}: ${word}`).toBe(true);
    }
    expect(html).not.toContain('action="/');
  }
  expect(addresses).toBeGreaterThan(50);
  const inicio = readFileSync(path.join(folder, 'inicio.html'), 'utf8');
  expect(inicio).toContain('<link rel="canonical" href="https://ana.github.io/portfolio/inicio"');
  for (const name of readdirSync(path.join(folder, 'assets')).filter((entry) => entry.endsWith('.js'))) {
    expect(readFileSync(path.join(folder, 'assets', name), 'utf8'), name).not.toMatch(/["'`]\/assets\//);
  }
});

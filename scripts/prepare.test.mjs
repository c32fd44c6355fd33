import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite, isInstalled } from './prepare.mjs';
import { cacheFile, TOP } from './project.mjs';

test('packages are installed where the lockfile’s are in place, and not where a folder of one was deleted', async () => {
  const top = mkdtempSync(join(tmpdir(), 'portfolio-prepare-'));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const present = { '': {}, client: {}, 'node_modules/express': { version: '5.3.0' } };
  const packages = {
    ...present,
    'node_modules/for-another-machine': { version: '1.0.0', optional: true },
    'node_modules/for-tests': { version: '1.0.0', dev: true },
  };
  writeFileSync(join(top, 'package-lock.json'), JSON.stringify({ packages }));
  expect(await isInstalled({ omitsDev: true }, top)).toBe(false);
  mkdirSync(join(top, 'node_modules/express'), { recursive: true });
  writeFileSync(join(top, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
  expect(await isInstalled({ omitsDev: true }, top)).toBe(false);
  writeFileSync(join(top, 'node_modules/express/package.json'), '{}');
  expect(await isInstalled({ omitsDev: true }, top)).toBe(true);
  expect(await isInstalled({}, top)).toBe(false);
  rmSync(join(top, 'node_modules/express'), { recursive: true });
  expect(await isInstalled({ omitsDev: true }, top)).toBe(false);
});

test('the site is built from content that is kept outside the project', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(TOP, 'client/sample-content'), join(folder, 'content'), { recursive: true });
  const site = cacheFile('test-site');
  rmSync(site, { recursive: true, force: true });
  await buildSite({ CONTENT_DIR: join(folder, 'content'), SITE_DIR: site });
  expect(existsSync(join(site, 'inicio.html'))).toBe(true);
});

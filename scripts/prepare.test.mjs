import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isInstalled } from './prepare.mjs';

test('packages are installed where the lockfile’s are in place, and not where a folder of one was deleted', async () => {
  const top = mkdtempSync(join(tmpdir(), 'portfolio-prepare-'));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const packages = {
    '': {},
    client: {},
    'node_modules/express': { version: '5.3.0' },
    'node_modules/for-another-machine': { version: '1.0.0', optional: true },
  };
  const { 'node_modules/for-another-machine': _, ...present } = packages;
  writeFileSync(join(top, 'package-lock.json'), JSON.stringify({ packages }));
  expect(await isInstalled(top)).toBe(false);
  mkdirSync(join(top, 'node_modules/express'), { recursive: true });
  writeFileSync(join(top, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
  expect(await isInstalled(top)).toBe(false);
  writeFileSync(join(top, 'node_modules/express/package.json'), '{}');
  expect(await isInstalled(top)).toBe(true);
  rmSync(join(top, 'node_modules/express'), { recursive: true });
  expect(await isInstalled(top)).toBe(false);
});

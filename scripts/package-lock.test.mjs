import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOP } from './project.mjs';

/** @type {{ packages: Record<string, { integrity?: string, link?: boolean, resolved?: string }> }} */
const lock = JSON.parse(readFileSync(`${TOP}package-lock.json`, 'utf8'));
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/**
 * The registry of the machine that wrote the lockfile does not have these at Biome's version, and npm then writes an entry without a hash.
 * Where the registry has them, `npm view @biomejs/cli-darwin-x64@<version> dist.integrity` gives it. Only `npm run check` uses them.
 */
const WITHOUT_HASH = ['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64']
  .concat(['linux-arm64-musl', 'linux-x64-musl', 'win32-arm64', 'win32-x64'])
  .map((platform) => `node_modules/@biomejs/cli-${platform}`);

it('every package in the lockfile has the hash that npm checks its download against, but those that are named here', () => {
  expect(packages.length).toBeGreaterThan(100);
  const without = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path);
  expect(without).toEqual(WITHOUT_HASH);
});

it('no package in the lockfile names the registry it came from', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOP } from './project.mjs';

/** @type {{ packages: Record<string, { version: string, integrity?: string, link?: boolean, resolved?: string }> }} */
const lock = JSON.parse(readFileSync(`${TOP}package-lock.json`, 'utf8'));
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/**
 * Biome for other platforms: the registry that wrote the lockfile lacks these, and npm then writes entries without a
 * hash. If a registry has them, `npm view @biomejs/cli-darwin-x64@2.6.8 dist.integrity` gives it.
 */
const UNKNOWN =
  /^node_modules\/@biomejs\/cli-(android-(arm64|x64)|darwin-(arm64|x64)|linux-(arm64|x64)-musl|win32-(arm64|x64))@2\.6\.8$/;

it('every package in the lockfile has the hash that npm checks its download against, but eight that are named here', () => {
  expect(packages.length).toBeGreaterThan(100);
  const without = packages
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path, { version }]) => `${path}@${version}`);
  expect(without.filter((name) => !UNKNOWN.test(name))).toEqual([]);
});

it('no package in the lockfile names the registry it came from', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

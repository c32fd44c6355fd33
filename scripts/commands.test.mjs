import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { COMMANDS } from './commands.mjs';
import { TOP } from './project.mjs';

const { scripts, version } = JSON.parse(readFileSync(`${TOP}package.json`, 'utf8'));
const NAMES = Object.keys(COMMANDS);

/** @param {string[]} args @returns {Promise<{ code?: number, stdout: string, stderr: string }>} */
const run = (args) =>
  promisify(execFile)(process.execPath, ['scripts/main.mjs', ...args], { cwd: TOP }).catch((error) => error);

it('package.json has every command, and no other', () => {
  expect(scripts).toEqual(Object.fromEntries(NAMES.map((name) => [name, `node scripts/main.mjs ${name}`])));
});

it.each(NAMES)('npm run %s: --help shows one screen and starts nothing', async (name) => {
  const { code, stdout, stderr } = await run([name, '--help']);
  expect({ code, stderr }).toEqual({ code: undefined, stderr: '' });
  expect(stdout).toMatch(COMMANDS[name]?.language === 'pt' ? /^Uso: npm/ : /^Usage: npm/);
  expect(stdout).toContain('--help');
  expect(stdout.split('\n').length).toBeLessThan(25);
  expect((await run([name, '--version'])).stdout).toBe(`${version}\n`);
});

it.each(NAMES)('npm run %s refuses an unknown option with a sentence', async (name) => {
  const { code, stdout, stderr } = await run([name, '--no-such']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    COMMANDS[name]?.language === 'pt'
      ? /(Não entendi|opção desconhecida): '?--no-such/
      : /^\nNot understood: --no-such\. /,
  );
});

it('says what is missing, what is too much, and what has no value', async () => {
  expect((await run(['db:migration'])).stderr).toContain('An argument is missing');
  expect((await run(['db:migration', 'one', 'two'])).stderr).toContain('Not understood: two');
  expect((await run(['doctor', 'tudo'])).stderr).toContain('Não entendi: tudo');
  expect((await run(['bench', '--only'])).stderr).toContain('Not understood: --only');
  expect((await run(['none'])).stderr).toContain('npm run <command>');
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { helpOf, readArguments } from './arguments.mjs';
import { COMMANDS } from './commands.mjs';
import { TOP } from './project.mjs';

const { scripts, version } = JSON.parse(readFileSync(`${TOP}package.json`, 'utf8'));

/** @param {string[]} args @returns {Promise<{ code?: number, stdout: string, stderr: string }>} */
const run = (args) =>
  promisify(execFile)(process.execPath, ['scripts/main.mjs', ...args], { cwd: TOP }).catch((error) => error);

it('package.json has every command, and no other', () => {
  expect(scripts).toEqual(
    Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, `node scripts/main.mjs ${name}`])),
  );
});

it.each(Object.entries(COMMANDS))(
  'npm run %s has a help of one screen, and refuses what it does not know',
  (name, command) => {
    const isPortuguese = command.language === 'pt';
    const call = `npm run ${name} --`;
    const help = helpOf(call, command);
    expect(help).toMatch(isPortuguese ? /^Uso: npm/ : /^Usage: npm/);
    expect(help.split('\n').length).toBeLessThan(25);
    for (const [, option = '', value] of help.matchAll(/^ {2}(--[\w-]+)( <)?/gm)) {
      const { values } = readArguments(call, command, value ? [option, '1'] : [option, '--help']);
      expect(values[option.slice(2)], option).toEqual(
        value ? expect.toSatisfy((given) => String(given) === '1') : true,
      );
    }
    expect(() => readArguments(call, command, ['--no-such'])).toThrow(
      isPortuguese ? /^Não entendi: --no-such\. .*--help$/ : /^Not understood: --no-such\. .*--help$/,
    );
  },
);

it('says what is missing, what is too much, and what has no value', () => {
  /** @param {string} name @param {string[]} args */
  const read = (name, ...args) => readArguments(`npm run ${name} --`, COMMANDS[name] ?? expect.unreachable(name), args);
  expect(() => read('db:migration')).toThrow(
    'Not understood: an argument is missing. To see what there is: npm run db:migration -- --help',
  );
  expect(() => read('db:migration', 'one', 'two')).toThrow('Not understood: two.');
  expect(() => read('doctor', 'tudo')).toThrow('Não entendi: tudo.');
  expect(() => read('bench', '--only')).toThrow('Not understood: --only.');
  expect(read('test:defects', '--only', 'a', '--only', 'b').values['only']).toEqual(['a', 'b']);
});

it.each(['start', 'setup', 'messages', 'doctor', 'bench'])('npm run %s -- --help starts nothing', async (name) => {
  const { code, stdout, stderr } = await run([name, '--help']);
  expect({ code, stderr }).toEqual({ code: undefined, stderr: '' });
  expect(stdout).toMatch(/^(Usage|Uso): npm[\s\S]*--help/);
  expect((await run([name, '--version'])).stdout).toBe(`${version}\n`);
});

it('ends with a sentence and exit code 1 where an option is unknown', async () => {
  expect(await run(['setup', '--no-such'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('\nNão entendi: --no-such. '),
  });
  expect(await run(['messages', '--no-such'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('\nNão entendi: --no-such. '),
  });
});

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cacheFolder, clientFolder, contentFolder, topFolder } from './folders.ts';
import { findOtherFolder } from './owner-content.ts';

/** TypeScript's names for what an owner calls otherwise. */
const WORDS: Record<string, string> = { string: 'a text', number: 'a number', 'string[]': 'a list of texts' };

/** What TypeScript says in its own words, and how it is said here. The rest is handed on as it is. */
const SENTENCES: [theirs: RegExp, ours: (...parts: string[]) => string][] = [
  [
    /^Type '(.+)' is not assignable to type '(.+)'\.$/,
    (given, wanted) => `expected ${say(wanted)}, given ${say(given)}`,
  ],
  [
    /'(\w+)' does not exist in type .*? Did you mean to write '(\w+)'\?$/,
    (name, other) => `not known here: ${name}; perhaps ${other}?`,
  ],
  [/'(\w+)' does not exist in type/, (name) => `not known here: ${name}`],
  [/^Property '(\w+)' is missing in type/, (name) => `missing: ${name}`],
  [/is missing the following properties from type '.+': (.+)$/, (names) => `missing: ${names}`],
];

/** Each on a line of its own; lines that are indented say more of it. */
const FAULT = /^(\S.*?)\((\d+),\d+\): error TS\d+: (.*)$/m;

/**
 * What TypeScript finds wrong with the shapes of the content: with the build taking types away without a look at them, nobody else would.
 *
 * @returns a line for each fault, such as `projects.ts, line 34: missing: title`
 * @throws Error when TypeScript cannot do its work
 */
export async function findContentTypeFaults(): Promise<string[]> {
  const folders = [contentFolder, findOtherFolder()].filter((folder) => folder !== null);
  const project = path.join(cacheFolder, `content-of-${path.basename(path.dirname(folders.at(-1) ?? ''))}`);
  mkdirSync(project, { recursive: true });
  writeFileSync(
    path.join(project, 'tsconfig.json'),
    JSON.stringify({
      extends: path.join(clientFolder, 'tsconfig.json'),
      include: [...folders, path.join(clientFolder, 'src/vite-env.d.ts')],
      exclude: folders.map((folder) => path.join(folder, '*.test.ts')),
    }),
  );
  const compiler = path.join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [compiler, '-p', project, '--pretty', 'false'], { cwd: topFolder }, (error, stdout) => {
      // Of another kind are those that are in no file: then it could not do its work.
      if (error && !FAULT.test(stdout))
        reject(new Error(`TypeScript could not check the content. ${stdout}`, { cause: error }));
      else resolve(stdout);
    });
  });
  const faults = [...printed.matchAll(new RegExp(FAULT, 'gm'))];
  return faults.map(
    ([, file = '', line, message = '']) => `${path.basename(file)}, line ${line}: ${translate(message)}`,
  );
}

function translate(message: string): string {
  for (const [theirs, ours] of SENTENCES) {
    const [whole, ...parts] = theirs.exec(message) ?? [];
    if (whole !== undefined) return ours(...parts);
  }
  return message;
}

function say(type = ''): string {
  return WORDS[type] ?? type;
}

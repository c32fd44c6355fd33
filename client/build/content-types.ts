import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cacheFolder, clientFolder, contentFolder, topFolder } from './folders.ts';
import { findOtherFolder } from './owner-content.ts';

/** TypeScript's messages in an owner's words, replaced one after the other. Other messages are shown as they are. */
const SENTENCES: [theirs: RegExp, ours: string][] = [
  [/'string\[\]'/g, "'a list of texts'"],
  [/'string'/g, "'a text'"],
  [/'number'/g, "'a number'"],
  [/^Type '(.+)' is not assignable to type '(.+)'\.$/, 'expected $2, given $1'],
  [/^.*'(\w+)' does not exist in type .*? Did you mean to write '(\w+)'\?$/, 'not known here: $1; perhaps $2?'],
  [/^.*'(\w+)' does not exist in type.*$/, 'not known here: $1'],
  [/^Property '(\w+)' is missing in type.*$/, 'missing: $1'],
  [/^.*is missing the following properties from type '.+': (.+)$/, 'missing: $1'],
];

/** An error of TypeScript; indented lines after it are details. */
const FAULT = /^(\S.*?)\((\d+),\d+\): error TS\d+: (.*)$/gm;

/** A line for each wrong type, such as `projects.ts, line 34: missing: title`. Throws Error when TypeScript cannot run. */
export function findContentTypeFaults(): string[] {
  const folders = [contentFolder, findOtherFolder()].filter((folder) => folder !== null);
  const project = path.join(cacheFolder, `content-of-${path.basename(path.dirname(folders.at(-1) ?? ''))}`);
  const config = {
    extends: path.join(clientFolder, 'tsconfig.json'),
    include: [...folders, path.join(clientFolder, 'src/vite-env.d.ts')],
    exclude: folders.map((folder) => path.join(folder, '*.test.ts')),
  };
  mkdirSync(project, { recursive: true });
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config));
  const compiler = path.join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  const flags = [compiler, '-p', project, '--pretty', 'false'];
  const { status, stdout } = spawnSync(process.execPath, flags, { cwd: topFolder, encoding: 'utf8' });
  const faults = [...stdout.matchAll(FAULT)];
  if (status !== 0 && faults.length === 0) throw new Error(`TypeScript could not check the content. ${stdout}`);
  return faults.map(([, file = '', line, message = '']) => {
    const sentence = SENTENCES.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message);
    return `${path.basename(file)}, line ${line}: ${sentence}`;
  });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TOP } from './project.mjs';

/** What has to be the same in both languages: the levels of headings, what is typed or read in a terminal, keys and files. @param {string} name */
function outline(name) {
  const text = readFileSync(join(TOP, name), 'utf8');
  const blocks = [...text.matchAll(/^```.*?^```/gms)].map(([block]) => block);
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return {
    headings: [...prose.matchAll(/^#+(?= )/gm)].map(([level]) => level),
    blocks,
    commands: [...prose.matchAll(/`((?:npm|git|docker) [^`]+)`/g)].map(([, command]) => command).sort(),
    keys: [...prose.matchAll(/^\| (`[^|]+)/gm)].map(([, keys]) => keys),
  };
}

it.each(['docs/make-it-yours', 'docs/studio', 'README'])('%s says the same in both languages', (name) => {
  expect(outline(`${name}.pt-BR.md`)).toEqual(outline(`${name}.md`));
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { TOP } from './project.mjs';

/** What must be equal in both languages: heading levels, commands, keys and files. @param {string} name */
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

it.each(['docs/owner', 'README'])('%s says the same in both languages', (name) => {
  expect(outline(`${name}.pt-BR.md`)).toEqual(outline(`${name}.md`));
});

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: TOP, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((page) => existsSync(join(TOP, page)));

/** The anchors that GitHub gives the headings of a page. @param {string} page */
function anchors(page) {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('every link in %s leads to a file, and to a heading of it', (page) => {
  for (const [, link = ''] of readFileSync(join(TOP, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^\w+:/.test(link)) continue;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? join(TOP, page) : join(TOP, dirname(page), path);
    expect(existsSync(target), link).toBe(true);
    if (anchor && target.endsWith('.md')) expect(anchors(target), link).toContain(anchor);
  }
});

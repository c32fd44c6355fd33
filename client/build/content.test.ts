import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { clientFolder, topFolder } from './folders.ts';

const leftovers: string[] = [];

afterEach(() => {
  for (const folder of leftovers.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Builds a copy of the client, whose content the test has changed. */
function buildCopy(change: (content: (file: string) => string) => void) {
  // Beside node_modules, in which the copy finds its packages.
  const cache = path.join(topFolder, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'other-content-'));
  leftovers.push(folder);
  cpSync(clientFolder, path.join(folder, 'client'), {
    recursive: true,
    filter: (source) => !/[\\/](dist|dist-e2e|generated|node_modules)$/.test(source.slice(topFolder.length)),
  });
  cpSync(path.join(topFolder, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'));
  cpSync(path.join(topFolder, 'e2e/content'), path.join(folder, 'e2e/content'), { recursive: true });
  change((file) => path.join(folder, 'e2e/content', file));
  const site = path.join(folder, 'site');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', path.join(folder, 'client/build/build.ts')],
    {
      cwd: topFolder,
      env: {
        PATH: process.env['PATH'],
        PORTFOLIO_NO_ENV_FILE: '1',
        CONTENT_DIR: 'e2e/content',
        SITE_DIR: site,
      },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr, site };
}

/** Changes the first place that matches. */
function replaceIn(file: string, from: RegExp, to: string) {
  const source = readFileSync(file, 'utf8');
  expect(source).toMatch(from);
  writeFileSync(file, source.replace(from, to));
}

/** The number of the line on which a text stands first. */
function lineOf(file: string, text: string): number {
  return (
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

test('the build ends with exit code 1 and says all that is wrong, without a stack', () => {
  const { status, stderr } = buildCopy((content) => {
    replaceIn(content('projects.ts'), /repository: .+,$/m, "repository: 'github.com/eu',");
    replaceIn(content('owner.json'), /"#\w+"/, '"laranja"');
    replaceIn(content('technologies.ts'), /icon: '.+?'/, "icon: 'node'");
  });
  expect(stderr.trim().split('\n')).toEqual([
    '3 things are wrong in client/src/content:',
    '  owner.json: accent: not a colour; expected a colour such as "#ef713b"; given "laranja"',
    expect.stringMatching(/^ {2}projects\.ts: projects\[0\]\.repository: not a URL; /),
    expect.stringMatching(/^ {2}technologies\.ts: technologies\[0\]\.icon: no such icon; /),
  ]);
  expect(status).toBe(1);
});

test('what has the wrong shape is named by file and line, in plain words', () => {
  const lines: number[] = [];
  const { status, stderr } = buildCopy((content) => {
    replaceIn(content('about.ts'), /heading: '.+',/, 'heading: 5,');
    replaceIn(content('projects.ts'), /repositoryLabel: R/, 'repositoryLable: R');
    replaceIn(content('technologies.ts'), /, icon: '.+?'/, '');
    lines.push(lineOf(content('about.ts'), 'heading: 5'), lineOf(content('projects.ts'), 'repositoryLable'));
    lines.push(lineOf(content('technologies.ts'), 'nodejs'));
  });
  expect(stderr.trim().split('\n').toSorted()).toEqual([
    `  about.ts, line ${lines[0]}: expected a text, given a number`,
    `  projects.ts, line ${lines[1]}: not known here: repositoryLable; perhaps repositoryLabel?`,
    `  technologies.ts, line ${lines[2]}: missing: icon`,
    '3 things are wrong in client/src/content:',
  ]);
  expect(status).toBe(1);
});

test('the header leads to pages that there are', () => {
  const { stderr } = buildCopy((content) =>
    replaceIn(content('../../client/src/content/site.ts'), /path: '\/projetos'/, "path: '/blog'"),
  );
  expect(stderr).toMatch(
    /^One thing is wrong in client\/src\/content:\n {2}site\.ts, line \d+: expected .*, given "\/blog"/,
  );
});

test('the build says which file cannot be read, and what is wrong in the others', () => {
  const { status, stderr } = buildCopy((content) => {
    replaceIn(content('projects.ts'), /'\.\/images\/.+?'/, "'./images/nada.svg'");
    replaceIn(content('about.ts'), /heading: '.+',/, "heading: '',");
  });
  expect(stderr).toMatch(/^2 things are wrong in client\/src\/content:\n/);
  expect(stderr).toMatch(/\n {2}projects\.ts: .*nada\.svg/);
  expect(stderr).toMatch(/\n {2}about\.ts: about\.heading: expected a text/);
  expect(status).toBe(1);
});

test('the build says that owner.json is no JSON', () => {
  const { status, stderr } = buildCopy((content) => replaceIn(content('owner.json'), /"name": /, '"name" '));
  expect(stderr).toMatch(/^One thing is wrong in client\/src\/content:\n {2}owner\.json: /);
  expect(status).toBe(1);
});

test('a page that cannot be made leaves the last site as it was', () => {
  let page = '';
  const { status, stderr } = buildCopy((content) => {
    page = content('../../site/inicio.html');
    mkdirSync(path.dirname(page));
    writeFileSync(page, 'the site as it was');
    const source = content('../../client/src/pages/about/about-page.tsx');
    replaceIn(source, /return \(/, "throw new Error('midway'); return (");
  });
  expect(stderr).toContain('midway');
  expect(status).not.toBe(0);
  expect(readFileSync(page, 'utf8')).toBe('the site as it was');
});

/** Adds cards with words of their own to the content, the last of them with a description of so many words more. */
function addCards(file: string, count: number, wordsMore = 0) {
  const cards = Array.from({ length: count }, (_, index) => {
    const description = [makeWords(index, 11), makeWords(index + 50, 9)];
    if (index === count - 1) description.push(makeWords(7, wordsMore + 1));
    return `{ id: ${100 + index}, image: pixelArt, imageDescription: '${makeWords(index + 100, 6)}', title: '${makeWords(index + 200, 3)}',
      deploy: 'https://${index}.example.com/', repository: 'https://github.com/exemplo/${index}', repositoryLabel: REPOSITORY_LABEL,
      description: ${JSON.stringify(description)} },`;
  });
  replaceIn(file, /\n\] satisfies/, `\n${cards.join('\n')}\n] satisfies`);
}

/** Words that no compression knows, the same ones in each run. */
function makeWords(seed: number, count: number): string {
  const letters = 'aeioubcdlmnprst';
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return letters[state % letters.length] ?? '';
  };
  return Array.from({ length: count }, () => Array.from({ length: 6 }, next).join('')).join(' ');
}

test('with ten projects every page arrives in the first round trip', () => {
  const { status, stdout, site } = buildCopy((content) => addCards(content('projects.ts'), 5));
  expect(status).toBe(0);
  for (const page of ['inicio', 'sobremim', 'projetos', 'contato']) {
    expect(readFileSync(path.join(site, `${page}.html.br`)).length, page).toBeLessThanOrEqual(14_000);
  }
  expect(readFileSync(path.join(site, 'projetos.html'), 'utf8').match(/<article/g)).toHaveLength(10);
  expect(stdout).not.toContain('first round trip');
});

test('a page that is too heavy is built all the same, and the build says so, and what of it is heavy', () => {
  const { status, stdout } = buildCopy((content) => addCards(content('projects.ts'), 1, 2000));
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^projetos\.html has \d+ bytes, \d+ more than arrive in the first round trip, .*: words \d+, /m,
  );
  expect(stdout).not.toMatch(/inicio\.html has/);
});

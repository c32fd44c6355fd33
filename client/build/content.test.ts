import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { clientFolder, sampleContentFolder, topFolder } from './folders.ts';

const leftovers: string[] = [];

afterEach(() => {
  for (const folder of leftovers.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function buildCopy(change: (content: (file: string) => string) => void) {
  // Below node_modules, so that the copy finds its packages.
  const cache = path.join(topFolder, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'other-content-'));
  leftovers.push(folder);
  cpSync(clientFolder, path.join(folder, 'client'), {
    recursive: true,
    filter: (source) => !/[\\/](dist|dist-e2e|\.generated|node_modules)$/.test(source.slice(topFolder.length)),
  });
  cpSync(path.join(topFolder, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'));
  cpSync(sampleContentFolder, path.join(folder, 'content'), { recursive: true });
  change((file) => path.join(folder, 'content', file));
  const site = path.join(folder, 'site');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', path.join(folder, 'client/build/build.ts')],
    {
      cwd: topFolder,
      env: {
        PATH: process.env['PATH'],
        PORTFOLIO_NO_ENV_FILE: '1',
        CONTENT_DIR: 'content',
        SITE_DIR: site,
      },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr, site };
}

function replaceIn(file: string, from: RegExp, to: string) {
  const source = readFileSync(file, 'utf8');
  expect(source).toMatch(from);
  writeFileSync(file, source.replace(from, to));
}

test('the build ends with exit code 1 and says all that is wrong, without a stack', () => {
  const { status, stderr } = buildCopy((content) => {
    replaceIn(content('projects.yaml'), /repository: .+$/m, 'repository: github.com/eu');
    replaceIn(content('owner.yaml'), /'#\w+'/, 'laranja');
    replaceIn(content('technologies.yaml'), /icon: \w+/, 'icon: node');
  });
  expect(stderr.trim().split('\n')).toEqual([
    '3 erros no conteúdo:',
    '  content/owner.yaml:2:1 accent: esperado uma cor como \'#ef713b\', entre aspas; recebido "laranja"',
    '    accent: laranja',
    expect.stringMatching(/^ {2}content\/projects\.yaml:\d+:5 projects\[0\]\.repository: esperado um endereço/),
    '    repository: github.com/eu',
    expect.stringMatching(/^ {2}content\/technologies\.yaml:1:\d+ \[0\]\.icon: ícone desconhecido; /),
    expect.stringContaining('icon: node }'),
  ]);
  expect(status).toBe(1);
});

test('the build lists what is still as it came, the links to be filled in, and what makes a page too heavy', () => {
  const { status, stdout } = buildCopy((content) => {
    addCards(content('projects.yaml'), 1, 2000);
    replaceIn(content('about.yaml'), /este site tem maré/, 'este site tem ondas');
    replaceIn(content('owner.yaml'), /gitHub: preencher/, 'gitHub: https://github.com/ana');
  });
  expect(stdout).toContain('Links que faltam: owner.linkedIn, owner.ownSite, projects.projects[0].deploy, ');
  expect(stdout).toMatch(
    /^Ainda como veio com o projeto: owner\.place, owner\.since, owner\.photo\.image, owner\.photo\.imageDescription, home\.description, home\.text, about\.description, about\.sections\[1\], .*projects\.projects\[4\]/m,
  );
  expect(stdout).toContain(
    'A cor #ef713b não dá para ler em todo lugar: textos usam #983613 no tema claro e #f8a87e no escuro.',
  );
  expect(stdout).toMatch(
    /^projetos\.html tem \d+ bytes, \d+ a mais do que chega na primeira resposta, .*: textos \d+, /m,
  );
  expect(stdout).not.toMatch(/inicio\.html tem/);
  expect(status).toBe(0);
});

test('a page that cannot be made leaves the last site as it was', () => {
  let page = '';
  const { status, stderr } = buildCopy((content) => {
    page = content('../site/inicio.html');
    mkdirSync(path.dirname(page));
    writeFileSync(page, 'the site as it was');
    const source = content('../client/src/pages/about/about-page.tsx');
    replaceIn(source, /return \(/, "throw new Error('midway'); return (");
  });
  expect(stderr).toContain('midway');
  expect(status).not.toBe(0);
  expect(readFileSync(page, 'utf8')).toBe('the site as it was');
});

test('a page without a route is named in a sentence', () => {
  const { status, stderr } = buildCopy((content) =>
    replaceIn(content('../client/src/routes.tsx'), /.*'\/contato', Component.*\n/, ''),
  );
  expect(stderr).toContain('routes.tsx has no page for it');
  expect(stderr).toContain('CONTRIBUTING.md');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(1);
});

function addCards(file: string, count: number, wordsMore = 0) {
  const cards = Array.from({ length: count }, (_, index) => {
    const description = [makeWords(index, 11), makeWords(index + 50, 9)];
    if (index === count - 1) description.push(makeWords(7, wordsMore + 1));
    return `
  - { id: ${100 + index}, image: pixel-art.svg, imageDescription: ${makeWords(index + 100, 6)}, title: ${makeWords(index + 200, 3)},
      deploy: https://${index}.example.com/, repository: https://github.com/exemplo/${index}, description: ${JSON.stringify(description)} }`;
  });
  appendFileSync(file, cards.join(''));
}

/** Words that compress badly, the same in each run. */
function makeWords(seed: number, count: number): string {
  const letters = 'aeioubcdlmnprst';
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return letters[state % letters.length] ?? '';
  };
  return Array.from({ length: count }, () => Array.from({ length: 6 }, next).join('')).join(' ');
}

test('with ten projects every page arrives in the first round trip, without the rules of static pages, which have them', () => {
  const { status, stdout, site } = buildCopy((content) => addCards(content('projects.yaml'), 5));
  expect(status).toBe(0);
  for (const page of ['inicio', 'sobremim', 'projetos', 'contato']) {
    expect(readFileSync(path.join(site, `${page}.html.br`)).length, page).toBeLessThanOrEqual(14_000);
    expect(readFileSync(path.join(site, `${page}.html`), 'utf8'), page).not.toContain('.static-page-');
    // markdown.ts writes this class.
    expect(readFileSync(path.join(site, `${page}.html`), 'utf8'), page).toContain('.visually-hidden-text{');
  }
  expect(readFileSync(path.join(site, 'projetos.html'), 'utf8').match(/<article/g)).toHaveLength(10);
  expect(readFileSync(path.join(site, '404.html'), 'utf8')).toMatch(/\.static-page-site\{.*class="static-page-site"/s);
  expect(stdout).not.toContain('primeira resposta');
});

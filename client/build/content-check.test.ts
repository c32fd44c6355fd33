import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { about } from '../src/content/about.ts';
import { contact } from '../src/content/contact.ts';
import { home } from '../src/content/home.ts';
import { toFillIn } from '../src/content/link.ts';
import owner from '../src/content/owner.json';
import { projects } from '../src/content/projects.ts';
import { projectsPage } from '../src/content/projects-page.ts';
import { site } from '../src/content/site.ts';
import { entrance, messageRefused, messageSent, notFound } from '../src/content/static-pages.ts';
import { technologies } from '../src/content/technologies.ts';
import { findContentFaults, type SiteContent } from './content-check.ts';

const PAGES = ['/inicio', '/sobremim', '/contato', '/projetos'];
const CONTENT: SiteContent = {
  ...{ owner, site, home, about, projectsPage, projects, technologies, contact },
  ...{ notFound, messageSent, messageRefused, entrance },
};

const top = path.join(import.meta.dirname, '../..');
const leftovers: string[] = [];

afterEach(() => {
  for (const folder of leftovers.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function faultsWith(changes: Partial<SiteContent>): string[] {
  return findContentFaults({ ...CONTENT, ...changes }, PAGES);
}

function withFirst<T extends object>(list: readonly T[], changes: Record<string, unknown>): unknown[] {
  const [first, ...others] = list;
  return [{ ...first, ...changes }, ...others];
}

test('nothing is wrong with the content as it comes', () => {
  expect(findContentFaults(CONTENT, PAGES)).toEqual([]);
});

test('an address that is none is named by its place, with what was expected and what was given', () => {
  const broken = projects.map((project, index) =>
    index === 2 ? { ...project, repository: 'github.com/eu' } : project,
  );
  expect(faultsWith({ projects: broken })).toEqual([
    `projects[2].repository: not a URL; expected an address such as https://github.com/you/project, toFillIn('https://…'), or null for no link; given "github.com/eu"`,
  ]);
});

test.each(['htps://example.com', 'https://', 'javascript:alert(1)', '/inicio', 'https://a b.com', ''])(
  'a project cannot lead to "%s"',
  (deploy) => {
    expect(faultsWith({ projects: withFirst(projects, { deploy }) })).toEqual([
      expect.stringMatching(/^projects\[0\]\.deploy: not a URL; /),
    ]);
  },
);

test.each(['https://example.com', 'http://example.com/a?b#c', toFillIn('https://github.com/'), null])(
  'a project can lead to %s',
  (deploy) => {
    expect(faultsWith({ projects: withFirst(projects, { deploy }) })).toEqual([]);
  },
);

test('all that is wrong is told at once, in the order of the files', () => {
  const faults = faultsWith({
    owner: { ...owner, accent: 'orange', linkedIn: 'eu' },
    home: { ...home, heading: '  ' },
    technologies: withFirst(technologies, { icon: 'node-js', officialSite: 'nodejs.org' }),
    contact: { ...contact, sent: 'Mensagem enviada!' },
  });
  expect(faults.map((fault) => fault.split(';')[0])).toEqual([
    'owner.linkedIn: not a URL',
    'owner.accent: not a colour',
    'home.heading: expected a text',
    'technologies[0].officialSite: not a URL',
    'technologies[0].icon: no such icon',
    'contact.sent: expected a function that gives a text',
  ]);
});

test('a field that is missing and one that is misspelt are both named', () => {
  const { repositoryLabel: _, ...others } = projects[0] ?? {};
  expect(faultsWith({ projects: [{ ...others, repositoryLable: 'x' }] }).toSorted()).toEqual([
    'projects[0].repositoryLabel: missing; expected a text',
    'projects[0]: not known here: repositoryLable',
  ]);
});

test('a picture must be there, and a part of a drawing too', () => {
  for (const image of ['/src/content/images/nada.png', '/favicon.svg#nada', 'https://example.com/a.png']) {
    expect(faultsWith({ projects: withFirst(projects, { image }) })).toEqual([
      expect.stringMatching(/^projects\[0\]\.image: no such picture; expected a picture of this site/),
    ]);
  }
  expect(faultsWith({ projects: withFirst(projects, { image: '/favicon.svg' }) })).toEqual([]);
});

test('an icon may be a drawing of the owner, which must be there', () => {
  expect(faultsWith({ technologies: withFirst(technologies, { icon: 'pixel-art.svg' }) })).toEqual([]);
  expect(faultsWith({ technologies: withFirst(technologies, { icon: 'csharp.svg' }) })).toEqual([
    expect.stringMatching(/^technologies\[0\]\.icon: no such file; expected the name of an SVG file in client/),
  ]);
});

test('what must differ, differs: ids, and sentences of one list', () => {
  expect(
    faultsWith({
      projects: withFirst(projects, { id: 2 }),
      technologies: withFirst(technologies, { id: technologies[1]?.id }),
      about: { ...about, tools: ['Vue', 'React', 'Vue'] },
    }),
  ).toEqual([
    'about.tools[2]: says the same as [0]',
    'projects[1].id: the same as projects[0].id; expected one of its own; given 2',
    `technologies[1].id: the same as technologies[0].id; expected one of its own; given "${technologies[1]?.id}"`,
  ]);
});

test('the header leads to pages that there are', () => {
  const navigation = [...site.navigation, { path: '/blog', label: 'Blog' }];
  expect(faultsWith({ site: { ...site, navigation } })).toEqual([
    'site.navigation[4].path: no such page; expected one of /inicio, /sobremim, /contato, /projetos; given "/blog"',
  ]);
});

/** Builds a copy of the client, whose content the test has changed. */
function buildCopy(change: (content: (file: string) => string) => void) {
  // Beside node_modules, in which the copy finds its packages.
  const cache = path.join(top, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'broken-content-'));
  leftovers.push(folder);
  cpSync(path.dirname(import.meta.dirname), path.join(folder, 'client'), {
    recursive: true,
    filter: (source) => !/[\\/](dist|dist-e2e|generated|node_modules|\.site-build-\d+)$/.test(source.slice(top.length)),
  });
  cpSync(path.join(top, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'));
  cpSync(path.join(top, 'e2e/content'), path.join(folder, 'e2e/content'), { recursive: true });
  change((file) => path.join(folder, 'e2e/content', file));
  return spawnSync(process.execPath, ['--import', 'tsx', path.join(folder, 'client/build/build.ts')], {
    cwd: top,
    env: {
      PATH: process.env['PATH'],
      PORTFOLIO_NO_ENV_FILE: '1',
      CONTENT_DIR: 'e2e/content',
      SITE_DIR: path.join(folder, 'site'),
    },
    encoding: 'utf8',
  });
}

/** Changes the first place that matches. */
function replaceIn(file: string, from: RegExp, to: string) {
  const source = readFileSync(file, 'utf8');
  expect(source).toMatch(from);
  writeFileSync(file, source.replace(from, to));
}

test('the build ends with exit code 1 and says all that is wrong, without a stack', () => {
  const { status, stderr } = buildCopy((content) => {
    replaceIn(content('projects.ts'), /repository: .+,$/m, "repository: 'github.com/eu',");
    replaceIn(content('owner.json'), /"#\w+"/, '"laranja"');
    replaceIn(content('technologies.ts'), /icon: '.+?'/, "icon: 'node'");
  });
  expect(stderr.trim().split('\n')).toEqual([
    '3 things are wrong in client/src/content:',
    '  owner.accent: not a colour; expected a colour such as "#ef713b"; given "laranja"',
    expect.stringMatching(/^ {2}projects\[0\]\.repository: not a URL; /),
    expect.stringMatching(/^ {2}technologies\[0\]\.icon: no such icon; /),
  ]);
  expect(status).toBe(1);
});

test('a build that fails midway leaves the site as it was', () => {
  let page = '';
  const { status, stderr } = buildCopy((content) => {
    page = content('../../site/inicio.html');
    mkdirSync(path.dirname(page));
    writeFileSync(page, 'the site as it was');
    replaceIn(
      content('../../client/src/pages/about/about-page.tsx'),
      /return \(/,
      "throw new Error('midway'); return (",
    );
  });
  expect(stderr).toContain('midway');
  expect(status).not.toBe(0);
  expect(readFileSync(page, 'utf8')).toBe('the site as it was');
});

test('the build says which file cannot be read, and what is wrong in the others', () => {
  const { status, stderr } = buildCopy((content) => {
    replaceIn(content('projects.ts'), /'\.\/images\/.+?'/, "'./images/nada.svg'");
    replaceIn(content('about.ts'), /heading: '.+',/, "heading: '',");
  });
  expect(stderr).toMatch(
    /^2 things are wrong in client\/src\/content:\n {2}projects\.ts: .*nada\.svg.*\n {2}about\.heading: /,
  );
  expect(status).toBe(1);
});

test('the build says that owner.json is no JSON', () => {
  const { status, stderr } = buildCopy((content) => replaceIn(content('owner.json'), /"name": /, '"name" '));
  expect(stderr).toMatch(/^One thing is wrong in client\/src\/content:\n {2}owner\.json: /);
  expect(status).toBe(1);
});

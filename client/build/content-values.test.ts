import { expect, test } from 'vitest';
import { about } from '../src/content/about.ts';
import { contact } from '../src/content/contact.ts';
import { home } from '../src/content/home.ts';
import { toFillIn } from '../src/content/link.ts';
import owner from '../src/content/owner.json';
import { projects } from '../src/content/projects.ts';
import { projectsPage } from '../src/content/projects-page.ts';
import { site } from '../src/content/site.ts';
import * as staticPages from '../src/content/static-pages.ts';
import { technologies } from '../src/content/technologies.ts';
import { findContentFaults, findOwnerFaults, findStandIns } from './content-values.ts';

/** What is wrong when the first of a list has other values. */
function faultsOfFirst(name: 'projects' | 'technologies', changes: object): string[] {
  const [first, ...others] = { projects, technologies }[name];
  return findContentFaults(`${name}.ts`, { [name]: [{ ...first, ...changes }, ...others] });
}

test('nothing is wrong with the content as it comes', () => {
  const content = { about, contact, home, projects, projectsPage, site, technologies, ...staticPages };
  expect(findContentFaults('content.ts', content)).toEqual([]);
  expect(findOwnerFaults(owner)).toEqual([]);
});

test('an address that is none is named by its file and its place, with what was expected and what was given', () => {
  const broken = projects.map((project, index) =>
    index === 2 ? { ...project, repository: 'github.com/eu' } : project,
  );
  expect(findContentFaults('projects.ts', { projects: broken })).toEqual([
    `projects.ts: projects[2].repository: not a URL; expected an address such as https://github.com/you/project, toFillIn('https://…'), or null for no link; given "github.com/eu"`,
  ]);
});

test.each(['htps://example.com', 'https://', 'javascript:alert(1)', '/inicio', 'https://a b.com', ''])(
  'a project cannot lead to "%s"',
  (deploy) => {
    expect(faultsOfFirst('projects', { deploy })).toEqual([
      expect.stringMatching(/^projects\.ts: projects\[0\]\.deploy: not a URL; /),
    ]);
  },
);

test.each(['https://example.com', 'http://example.com/a?b#c', toFillIn('https://github.com/'), null])(
  'a project can lead to %s',
  (deploy) => {
    expect(faultsOfFirst('projects', { deploy })).toEqual([]);
  },
);

test('a text must say something, and a technology lead to an official site', () => {
  expect(findContentFaults('home.ts', { home: { ...home, heading: '  ' } })).toEqual([
    'home.ts: home.heading: expected a text; given "  "',
  ]);
  expect(faultsOfFirst('technologies', { officialSite: 'nodejs.org' })).toEqual([
    expect.stringMatching(/^technologies\.ts: technologies\[0\]\.officialSite: not a URL; /),
  ]);
});

test('all that is wrong with owner.json is told at once, what is missing and what is not known too', () => {
  const { gitHub: _, ...others } = owner;
  const broken = { ...others, accent: 'orange', linkedIn: 'eu', gitHab: '', name: 7 };
  expect(findOwnerFaults(broken).map((fault) => fault.split(';')[0])).toEqual([
    'owner.json: missing: gitHub',
    'owner.json: not known here: gitHab',
    'owner.json: name: expected a text',
    'owner.json: linkedIn: not a URL',
    'owner.json: accent: not a colour',
  ]);
  expect(findOwnerFaults([])).toHaveLength(5);
});

test('a picture must be there, and a part of a drawing too', () => {
  for (const image of ['/src/content/images/nada.png', '/favicon.svg#nada', 'https://example.com/a.png']) {
    expect(faultsOfFirst('projects', { image })).toEqual([
      expect.stringMatching(/^projects\.ts: projects\[0\]\.image: no such picture; expected a picture of this site/),
    ]);
  }
  expect(faultsOfFirst('projects', { image: '/favicon.svg' })).toEqual([]);
});

test('an icon may be a drawing of the owner, which must be there', () => {
  expect(faultsOfFirst('technologies', { icon: 'pixel-art.svg' })).toEqual([]);
  expect(faultsOfFirst('technologies', { icon: 'csharp.svg' })).toEqual([
    expect.stringMatching(/^technologies\.ts: technologies\[0\]\.icon: no such file; expected the name of an SVG file/),
  ]);
  expect(faultsOfFirst('technologies', { icon: 'node-js' })).toEqual([
    expect.stringMatching(/^technologies\.ts: technologies\[0\]\.icon: no such icon; /),
  ]);
});

test('what must differ, differs: ids, headings, and sentences of one list', () => {
  const [first] = about.sections;
  expect(
    findContentFaults('about.ts', { about: { ...about, tools: ['Vue', 'React', 'Vue'], sections: [first, first] } }),
  ).toEqual([
    'about.ts: about.sections[1]: the same as [0]; given '.concat(JSON.stringify(first).slice(0, 77), '…'),
    `about.ts: about.sections[1].heading: the same as [0].heading; given "${first?.heading}"`,
    'about.ts: about.tools[2]: the same as [0]; given "Vue"',
  ]);
  expect(faultsOfFirst('projects', { id: 2 })).toEqual(['projects.ts: projects[1].id: the same as [0].id; given 2']);
  expect(faultsOfFirst('technologies', { id: technologies[1]?.id })).toHaveLength(1);
});

test('stand-ins are found wherever they are, and named by their place', () => {
  const site = {
    title: 'x',
    logo: toFillIn('/inicio'),
    cards: [{ deploy: null, repository: 'https://example.com/' }, { deploy: toFillIn('https://example.com/') }],
    position: () => 'x',
  };
  expect(findStandIns({ site })).toEqual(['site.logo', 'site.cards[1].deploy']);
  expect(findStandIns({ links: ['https://example.com/'] })).toEqual([]);
});

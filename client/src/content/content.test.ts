import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { owner, technologies } from 'owner-content/content.js';
import { expect, test } from 'vitest';
import { routes } from '../routes.tsx';
import { about } from './about.ts';
import { contact } from './contact.ts';
import { makeGreeting } from './greeting.ts';
import { home } from './home.ts';
import { hrefOf } from './link.ts';
import { projects, projectsPage } from './projects-page.ts';
import { site } from './site.ts';
import { entrance, messageSent, notFound } from './static-pages.ts';

const pages = [home, about, projectsPage, contact, notFound, messageSent, entrance];

test('the header leads to Início, Sobre mim, Contato and Projetos, in this order', () => {
  expect(site.navigation.map(({ label }) => label)).toEqual(['Início', 'Sobre mim', 'Contato', 'Projetos']);
  expect(site.navigation.map(({ path }) => path)).toEqual(['/inicio', '/sobremim', '/contato', '/projetos']);
});

test('the router knows the four pages of the header and the way in, and nothing else', () => {
  const paths = routes.flatMap((route) => [route, ...(route.children ?? [])]).flatMap((route) => route.path ?? []);
  expect(paths.toSorted()).toEqual(['/', ...site.navigation.map(({ path }) => path)].toSorted());
});

test('the thirteen technologies come in the order of the product', () => {
  expect(technologies.map(({ id }) => id).join(' ')).toBe(
    'nodejs type-script java-script reactjs html5 css3 mysql docker mongodb postgresql prisma python redux',
  );
});

test('the tools come in the order of the product', () => {
  expect(about.tools.join(', ')).toBe(
    'JavaScript, TypeScript, Python, NodeJs, HTML5, CSS3, React, Redux, Docker, Tailwind, MySQL, MongoDB, PostgreSQL, Sequelize, Prisma',
  );
});

test('there are five projects, each with an id of its own; the fifth leads nowhere yet', () => {
  expect(new Set(projects.map(({ id }) => id)).size).toBe(5);
  expect(projectsPage.repository).toBe('acesse o repositório');
  expect(projects.map(({ repositoryLabel }) => repositoryLabel)).toEqual([
    ...Array(4).fill(undefined),
    'estamos trabalhando...',
  ]);
  expect(projects[4]?.title).toBe('Projetos futuros...');
  expect(projects.map(({ deploy, repository }) => [deploy, repository].filter(Boolean).length)).toEqual([
    2, 2, 2, 2, 0,
  ]);
});

test('every link out of the site is an https address, or a page of this site while it stands in', () => {
  const links = [
    owner.ownSite,
    owner.linkedIn,
    owner.gitHub,
    ...technologies.map(({ officialSite }) => officialSite),
    ...projects.flatMap(({ deploy, repository }) => [deploy, repository]),
  ].filter((link) => link !== undefined);

  for (const link of links) {
    const href = hrefOf(link);
    const isPageOfThisSite = site.navigation.some(({ path }) => path === href);
    if (!isPageOfThisSite) expect(new URL(href).protocol, href).toBe('https:');
  }
});

test('every page has a title and a description of its own', () => {
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
});

test('the heading of Home greets with the name and the words of the owner, and reads well without', () => {
  expect(makeGreeting({})).toBe('Olá! Eu sou dev web full-stack.');
  expect(makeGreeting({ name: 'Ana Souza' })).toBe('Olá! Eu sou Ana Souza, dev web full-stack.');
  expect(makeGreeting({ name: 'Ana', headline: 'engenheira de dados' })).toBe('Olá! Eu sou Ana, engenheira de dados.');
  expect(makeGreeting({ name: 'Ana Maria Souza', shortName: 'Ana' })).toBe('Olá! Eu sou Ana, dev web full-stack.');
});

test('the visitor who has just sent a message reads the sentence of the product, whatever the number', () => {
  expect(`${contact.sent} ${contact.wait(5)}`).toBe('Mensagem enviada! Aguarde 5 segundos para enviar outra...');
  expect(`${contact.sent} ${contact.wait(1)}`).toBe('Mensagem enviada! Aguarde 1 segundos para enviar outra...');
});

test('every sentence a visitor reads is in the content folder: no component holds text of its own', () => {
  const sources = readdirSync(path.join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ file, source: readFileSync(path.join(import.meta.dirname, '..', file), 'utf8') }));
  expect(sources.length).toBeGreaterThan(10);
  for (const { file, source } of sources) {
    const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    // Text between tags, or an accented letter anywhere.
    expect(code.match(/>\s*[A-Z][a-z]+[^<>{}();=]*<\/|[à-ü]/i)?.[0], file).toBeUndefined();
  }
});

import { owner } from 'owner-content/content.js';
import { expect, onTestFinished, test } from 'vitest';
import { home } from './content/home.ts';
import { makeMetadata, makeRobots, makeSitemap, PAGES } from './page-metadata.ts';

const SITE = 'https://example.com';

function readStructuredData(html: string): unknown[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

test('a link preview has title, text, address and a picture with its size and what it shows', () => {
  const html = makeMetadata('/projetos', PAGES['/projetos'], SITE);
  expect(html).toContain('<meta property="og:title" content="Projetos · Dev do litoral">');
  expect(html).toContain('<meta property="og:url" content="https://example.com/projetos">');
  expect(html).toContain('<meta property="og:image" content="https://example.com/previa.png">');
  expect(html).toMatch(/<meta property="og:image:alt" content="[^"]+">/);
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
});

test('a site that does not know its address promises no picture, no address and no sitemap', () => {
  const html = makeMetadata('/projetos', PAGES['/projetos'], '');
  expect(html).not.toMatch(/og:url|og:image|https?:\/\/(?!schema)/);
  expect(makeRobots('')).not.toContain('Sitemap');
});

test("quotation marks and tags in the owner's words stay words", () => {
  const { description } = home;
  onTestFinished(() => void Object.assign(home, { description }));
  const words = 'Diz "oi" & </script><b>tchau</b>';
  Object.assign(home, { description: words });
  const html = makeMetadata('/inicio', PAGES['/inicio'], SITE);
  expect(html).toContain('content="Diz &quot;oi&quot; &amp; &lt;/script>&lt;b>tchau&lt;/b>"');
  expect(readStructuredData(html)).toMatchObject([{ description: words }]);
});

test('Home is a profile page, which names the owner, and nobody as long as the content has no name', () => {
  const [profile] = readStructuredData(makeMetadata('/inicio', PAGES['/inicio'], SITE));
  expect(profile).toMatchObject({ '@type': 'ProfilePage', url: 'https://example.com/inicio' });
  if (owner.name) expect(profile).toMatchObject({ mainEntity: { '@type': 'Person', name: owner.name } });
  else expect(profile).not.toHaveProperty('mainEntity');
});

test('the sitemap has the four pages, and robots.txt leads to it', () => {
  expect([...makeSitemap(SITE).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://example.com/inicio',
    'https://example.com/sobremim',
    'https://example.com/projetos',
    'https://example.com/contato',
  ]);
  expect(makeRobots(SITE)).toContain('Sitemap: https://example.com/sitemap.xml');
});

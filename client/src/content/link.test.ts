import { expect, test } from 'vitest';
import { findStandIns, hrefOf, toFillIn } from './link.ts';

test('a stand-in leads to its address like any other link', () => {
  expect(hrefOf(toFillIn('https://github.com/'))).toBe('https://github.com/');
  expect(hrefOf('https://example.com/')).toBe('https://example.com/');
});

test('stand-ins are found wherever they are, and named by their place', () => {
  const content = {
    title: 'x',
    logo: toFillIn('/inicio'),
    cards: [{ deploy: null, repository: 'https://example.com/' }, { deploy: toFillIn('https://example.com/') }],
    position: () => 'x',
  };
  expect(findStandIns(content, 'site')).toEqual(['site.logo', 'site.cards[1].deploy']);
});

test('content that is filled in has no stand-ins', () => {
  expect(findStandIns({ links: ['https://example.com/'] }, 'site')).toEqual([]);
});

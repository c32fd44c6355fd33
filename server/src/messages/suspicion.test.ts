import { expect, test } from 'vitest';
import { HONEST, SPAM } from '../../test/spam-texts.ts';
import { findSpamReasons } from './suspicion.ts';

function reasonsOf(text: string, name = 'Ana Souza') {
  return findSpamReasons({ name, email: 'ana@example.com', text }, '');
}

test.each(HONEST)('an honest message is not filed as spam: %s', (text) => {
  expect(reasonsOf(text)).toEqual([]);
});

test(`of ${SPAM.length} texts of spam at least 53 are filed`, () => {
  expect(HONEST.length).toBeGreaterThanOrEqual(60);
  expect(SPAM.length).toBeGreaterThanOrEqual(60);
  expect(SPAM.filter((text) => reasonsOf(text).length > 0).length).toBeGreaterThanOrEqual(53);
});

test.each([
  ['HTML in a question', 'Como centralizo <div class="a"><a href="#x">isto</a></div> na página?', []],
  [
    'links of forums with words of selling',
    'Compre [url=https://x.example]aqui[/url], é barato mesmo',
    ['markup', 'links'],
  ],
  ['six links', 'https://a.example '.repeat(6), []],
  ['seven links', 'https://a.example '.repeat(7), ['links']],
  ['a trade, alone', 'Tenho experiência com apostas esportivas e procuro emprego.', []],
  ['a trade with a link', 'Apostas esportivas em https://x.example', ['links', 'promotion']],
  ['Russian with a link', 'Добрый день, посмотрите сайт https://x.example', ['links', 'foreign_script']],
])('%s', (_what, text, reasons) => {
  expect(reasonsOf(text)).toEqual(reasons);
});

test('a text that is made to be slow is not: quadratic time would run into the limit of a test', () => {
  for (const piece of ['<a ', 'buy real ', '[url', 'www.', 'garantid', '! ', 'r$ 1.']) {
    expect(reasonsOf(piece.repeat(200_000 / piece.length))).toBeDefined();
  }
});

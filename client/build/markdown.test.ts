import { expect, test } from 'vitest';
import { renderMarkdown, renderMarkdownLine, renderStory } from './markdown.ts';

test('paragraphs, bold, emphasis, lists and line breaks become HTML', () => {
  expect(renderMarkdown('Um **dois** *três*.\n\n- a\n- b\n\n1. c\n\nfim\\\nmesmo')).toBe(
    '<p>Um <strong>dois</strong> <em>três</em>.</p>\n<ul class="rich-text-list"><li>a</li>\n<li>b</li>\n</ul><ol class="rich-text-list" start="1"><li>c</li>\n</ol><p>fim<br>mesmo</p>',
  );
  expect(renderMarkdownLine('Feito com **React** & <3')).toBe('Feito com <strong>React</strong> &amp; &lt;3');
});

test('the last paragraph of a story is its result', () => {
  expect(renderStory('Um.\n\n- a\n- b\n\n**Dois.**\n')).toEqual({
    before: '<p>Um.</p>\n<ul class="rich-text-list"><li>a</li>\n<li>b</li>\n</ul>',
    result: '<p class="rich-text-result"><strong>Dois.</strong></p>',
  });
  // Else it would have nothing to open.
  expect(renderStory('Um.')).toEqual({ before: '<p>Um.</p>', result: '' });
});

test('a link out of the site opens a new tab and says so, one within it does not', () => {
  expect(renderMarkdownLine('[a "b"](https://exemplo.com/?a=1&b="2")')).toBe(
    '<a href="https://exemplo.com/?a=1&amp;b=&quot;2&quot;" target="_blank" rel="noopener noreferrer">a\u00a0&quot;b&quot;<span class="visually-hidden-text"> (abre em nova aba)</span></a>',
  );
  expect(renderMarkdownLine('[escreva](/contato)')).toBe('<a href="/contato">escreva</a>');
  expect(renderMarkdown('[e-mail](mailto:a@b.com)')).toBe('<p><a href="mailto:a@b.com">e-mail</a></p>');
});

test.each([
  ['<script>alert(1)</script>', '<script>'],
  ['Um <b>dois</b>', '<b>'],
  ['Um <!-- dois -->', '<!-- dois -->'],
  ['# Título', '# Título'],
  ['![foto](a.png)', '![foto](a.png)'],
  ['Um `código`', '`código`'],
  ['```\ncódigo\n```', '```'],
  ['> citação', '> citação'],
  ['a | b\n--|--\n1 | 2', 'a | b'],
  ['um\n\n---\n\ndois', '---'],
  ['~~riscado~~', '~~riscado~~'],
  ['- a\n  - <b>b</b>', '<b>'],
])('%j is refused with a sentence', (text, fragment) => {
  expect(() => renderMarkdown(text)).toThrow(`"${fragment}`);
  expect(() => renderMarkdown(text)).toThrow('não é aceito aqui; esperado texto com **negrito**');
});

test.each(['[a](javascript:alert(1))', '[a](data:text/html,b)', '[a](//mau.example)', '[a](exemplo.com)'])(
  'the link %s is refused with a sentence',
  (text) => {
    expect(() => renderMarkdownLine(text)).toThrow('esperado https://…, mailto:… ou uma página como /contato');
  },
);

test('a line takes no list', () => {
  expect(renderMarkdownLine('- a')).toBe('- a');
});

test('no line ends inside of an amount, or with a word of one letter', () => {
  expect(renderMarkdownLine('**A** tela e o *a* servidor, à noite: e-mail')).toBe(
    '<strong>A</strong> tela e\u00a0o\u00a0<em>a</em> servidor, à\u00a0noite: e-mail',
  );
  expect(renderMarkdownLine('R$ 2 milhões em 400 lojas desde 2018, 1000 ms')).toBe(
    'R$\u00a02\u00a0milhões em 400\u00a0lojas desde 2018, 1000\u00a0ms',
  );
  expect(renderMarkdownLine('de 19 % para 4 %')).toBe('de\u00a019\u00a0% para 4\u00a0%');
  expect(renderMarkdownLine('40 minutos, 40 cooperativas')).toBe('40\u00a0minutos, 40 cooperativas');
  expect(renderMarkdownLine('equipe de 6, 2018 e depois')).toBe('equipe de\u00a06, 2018 e\u00a0depois');
});

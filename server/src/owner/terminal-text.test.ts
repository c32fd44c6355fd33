import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showLine, showText } from './terminal-text.ts';

test('escape sequences are shown instead of obeyed', () => {
  expect(showText('\u001b]0;owned\u0007 \u009b31m \u007f')).toBe('\\x1b]0;owned\\x07 \\x9b31m \\x7f');
});

test('a carriage return cannot write over what stands there', () => {
  expect(showText('from the bank\rfrom a thief\r\nend')).toBe('from the bank\nfrom a thief\nend');
  expect(showLine('from the bank\rfrom a thief\r\n\tend ')).toBe('from the bank from a thief end');
});

test('text that would be read in another order is marked', () => {
  expect(showLine('pix\u202e123\u2066')).toBe('pix\\u202e123\\u2066');
});

test('all that is no control stays as it was written', () => {
  const text = 'Olá 👩‍👩‍👧, ação!\n\tשלום עולם, مرحبا';
  expect(showText(text)).toBe(text);
});

test('no control character comes out, whatever goes in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(showText(text)).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(showLine(text)).not.toMatch(/\p{Cc}/u);
    }),
  );
});

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { judgeEmailAnswer, judgeSaveAnswer, pauseAfter, readRetryAfter } from './retry.ts';

const ID = '3f0c7a52-9d5e-4b1e-8a6f-0d2b7c9e1f44';
const NOW = Date.parse('2026-03-02T12:00:00Z');

interface Answer {
  status: number;
  contentType: string | null;
  retryAfter: string | null;
  body: string;
}

function judge(overrides: Partial<Answer>) {
  const answer = {
    status: 201,
    contentType: 'application/json',
    retryAfter: null,
    body: `{"id":"${ID}"}`,
    ...overrides,
  };
  const headers = new Headers();
  if (answer.contentType) headers.set('Content-Type', answer.contentType);
  if (answer.retryAfter) headers.set('Retry-After', answer.retryAfter);
  return judgeSaveAnswer(new Response(null, { status: answer.status, headers }), answer.body, ID);
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

test.each([200, 201])('%i with the id of the message means that it is stored', (status) => {
  expect(judge({ status })).toEqual({ kind: 'done' });
});

test.each([
  ['the sign-in page of a hotel', { status: 200, contentType: 'text/html', body: '<h1>Bem-vindo ao hotel</h1>' }],
  ['the row of another message', { body: JSON.stringify({ id: '00000000-0000-4000-8000-000000000000' }) }],
  ['nothing', { body: '' }],
  ['no object', { body: 'null' }],
  ['another success', { status: 204, body: '' }],
  ['the right body with a status that stores nothing', { status: 202 }],
])('%s does not mean that the message is stored, so it is tried again', (_, answer) => {
  expect(judge(answer).kind).toBe('failed');
});

const PROBLEM = { contentType: 'application/problem+json; charset=utf-8' };

test.each([400, 413, 415, 422])('%i from our server is final, and says why', (status) => {
  const body = JSON.stringify({ status, detail: 'A mensagem não cabe.' });
  expect(judge({ ...PROBLEM, status, body })).toEqual({
    kind: 'refused',
    detail: 'A mensagem não cabe.',
  });
});

test('the reason of a refusal is the sentence about the first wrong field, where there is one', () => {
  const errors = [{ field: 'name', code: 'too_long', message: 'Escreva o nome com no máximo 100 caracteres.' }];
  const body = JSON.stringify({ detail: 'Há campos a corrigir.', errors });
  expect(judge({ ...PROBLEM, status: 400, body })).toEqual({
    kind: 'refused',
    detail: 'Escreva o nome com no máximo 100 caracteres.',
  });
});

test.each(['', '{', '[]', '{"detail":7,"errors":"no"}', '{"errors":[null]}'])(
  'a refusal without a sentence in it is a refusal all the same: %s',
  (body) => {
    expect(judge({ ...PROBLEM, status: 400, body })).toEqual({
      kind: 'refused',
      detail: null,
    });
  },
);

test.each([400, 413, 415, 422])('%i from something that is not our server is not final', (status) => {
  expect(judge({ status, contentType: 'text/html' }).kind).toBe('failed');
  expect(judge({ status, contentType: null }).kind).toBe('failed');
});

test('every other status, of our server or of anything else, is tried again', () => {
  const others = Array.from({ length: 400 }, (_, index) => 200 + index).filter(
    (status) => ![200, 201, 400, 413, 415, 422].includes(status),
  );
  for (const status of others) {
    expect(judge({ ...PROBLEM, status }).kind).toBe('failed');
  }
});

test.each([
  ['120', 120_000],
  [' 3 ', 3000],
  ['0', 0],
  ['Mon, 02 Mar 2026 12:00:30 GMT', 30_000],
  ['Mon, 02 Mar 2026 11:59:00 GMT', 0],
  ['999999999999', 3_600_000],
  ['Mon, 02 Mar 2126 12:00:00 GMT', 3_600_000],
  ['amanhã', 0],
  ['', 0],
  [null, 0],
])('Retry-After %j asks for a wait of %i ms', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected);
});

test('a failed answer carries the wait it asks for', () => {
  expect(judge({ ...PROBLEM, status: 429, retryAfter: '90' })).toEqual({ kind: 'failed', retryAfterMs: 90_000 });
});

test('a pause is random between a second and a limit that doubles up to five minutes', () => {
  const limits = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * 1000);
  expect(limits.map((_, index) => Math.ceil(pauseAfter(index + 1, 1 - Number.EPSILON)))).toEqual(limits);
  expect(limits.map((_, index) => pauseAfter(index + 1, 0.5))).toEqual(limits.map((limit) => limit / 2));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, random) => {
        const pause = pauseAfter(n, random);
        expect(pause).toBeGreaterThanOrEqual(1000);
        expect(pause).toBeLessThanOrEqual(limits[n - 1] ?? 300_000);
      },
    ),
  );
});

test.each([400, 413, 422])('EmailJS answering %i is final', (status) => {
  expect(judgeEmailAnswer({ status, text: 'The Public Key is invalid.' })).toEqual({
    kind: 'refused',
    detail: null,
  });
});

test.each([
  ['an outage', { status: 404, text: 'Account not found' }],
  ["an expired grant of the owner's", { status: 412, text: 'Gmail_API: Invalid grant.' }],
  ['a blocked account', { status: 423, text: 'The account is blocked' }],
  ['too many requests', { status: 429, text: '' }],
  ['a fault of its own', { status: 500, text: '' }],
  ['a block of the client itself', { status: 451, text: 'Unavailable For Headless Browser' }],
  [
    'a setting the client does not like',
    'The public key is required. Visit https://dashboard.emailjs.com/admin/account',
  ],
  ['no network', new TypeError('Failed to fetch')],
  ['nothing at all', undefined],
])('%s keeps the e-mail for later', (_, reason) => {
  expect(judgeEmailAnswer(reason).kind).toBe('failed');
});

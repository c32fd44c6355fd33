import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveMessage } from './save-message-request.ts';

const ID = '3f0c7a52-9d5e-4b1e-8a6f-0d2b7c9e1f44';
const MESSAGE = { name: 'Zoë', email: 'zoe@exemplo.com.br', text: 'Olá,\n“mundo”! 👩🏽‍💻' };

const send = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubEnv('VITE_API_URL', 'https://api.example');
  vi.stubGlobal('fetch', send);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  send.mockReset();
});

test('posts name, email and text and nothing else, under the key, in a request that outlives the page', async () => {
  send.mockResolvedValue(Response.json({ id: ID, createdAt: '2026-03-02T12:00:00Z' }, { status: 201 }));

  const outcome = saveMessage(ID, MESSAGE);

  expect(send).toHaveBeenCalledOnce();
  const [url, init] = send.mock.calls[0] ?? [];
  expect(url).toBe('https://api.example/save-message');
  expect(init).toMatchObject({
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `"${ID}"` },
  });
  expect(JSON.parse(String(init?.body))).toEqual(MESSAGE);
  expect(await outcome).toEqual({ kind: 'done' });
});

test('a network error is a failure', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await saveMessage(ID, MESSAGE)).toEqual({ kind: 'failed', retryAfterMs: 0 });
});

test('a refusal that asks to wait is a failure with that wait', async () => {
  send.mockResolvedValue(new Response('', { status: 503, headers: { 'Retry-After': '7' } }));
  expect(await saveMessage(ID, MESSAGE)).toEqual({ kind: 'failed', retryAfterMs: 7000 });
});

/** Answers as `fetch` does when its signal is aborted while it waits. */
function rejectWhenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

test.each([
  ['sends no answer', (init?: RequestInit) => rejectWhenAborted(init?.signal)],
  [
    'stops in the middle of its answer',
    (init?: RequestInit) => {
      const response = new Response('', { status: 201 });
      return Promise.resolve(Object.assign(response, { text: () => rejectWhenAborted(init?.signal) }));
    },
  ],
])('a server that %s has failed after ten seconds', async (_, answer) => {
  vi.useFakeTimers();
  send.mockImplementation((_url, init) => answer(init));
  const outcome = vi.fn();
  void saveMessage(ID, MESSAGE).then(outcome);

  await vi.advanceTimersByTimeAsync(9999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith({ kind: 'failed', retryAfterMs: 0 });
});

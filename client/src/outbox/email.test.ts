import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MESSAGE = { name: 'Zoë', email: 'zoe@exemplo.com.br', text: 'Olá,\n“mundo”! 👩🏽‍💻' };

const answers: (() => Promise<Response>)[] = [];
const requests: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  vi.stubEnv('VITE_EMAILJS_SERVICE_ID', 'service');
  vi.stubEnv('VITE_EMAILJS_TEMPLATE_ID', 'template');
  vi.stubEnv('VITE_EMAILJS_PUBLIC_KEY', 'key');
  vi.stubEnv('VITE_EMAILJS_ORIGIN', 'https://email.example');
  // The client reads its page's path.
  vi.stubGlobal('location', { pathname: '/contato' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return answers.shift()?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  });
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  requests.length = 0;
  answers.length = 0;
});

function answerWith(status: number, text: string) {
  answers.push(() => Promise.resolve(new Response(text, { status })));
}

const ways = [
  { way: "with EmailJS's client", isLoaded: true, isLeaving: false },
  { way: 'without the client, where it could not be loaded', isLoaded: false, isLeaving: false },
  { way: 'on leaving the page', isLoaded: true, isLeaving: true },
];

async function prepareToSend(isLoaded: boolean) {
  const { sendEmail, loadEmailClient } = await import('./email.ts');
  if (isLoaded) await loadEmailClient();
  return sendEmail;
}

test("an e-mail without the client has the client's address, headers and bytes, and outlives the page", async () => {
  const sendEmail = await prepareToSend(true);
  answerWith(200, 'OK');
  answerWith(200, 'OK');

  expect(await sendEmail(MESSAGE, false)).toEqual({ kind: 'done' });
  expect(await sendEmail(MESSAGE, true)).toEqual({ kind: 'done' });

  const [withClient, without] = requests;
  expect(without).toEqual({
    url: withClient?.url,
    init: { ...withClient?.init, keepalive: true, signal: expect.any(AbortSignal) },
  });
  expect(withClient?.url).toBe('https://email.example/api/v1.0/email/send');
  expect(JSON.parse(String(withClient?.init.body))).toEqual({
    lib_version: '4.4.1',
    user_id: 'key',
    service_id: 'service',
    template_id: 'template',
    template_params: { from_name: 'Zoë', email: 'zoe@exemplo.com.br', message: MESSAGE.text },
  });
});

test('on leaving the page the request is under way before the call returns', async () => {
  const sendEmail = await prepareToSend(true);
  answerWith(200, 'OK');
  const sending = sendEmail(MESSAGE, true);
  expect(requests).toHaveLength(1);
  await sending;
});

test.each(ways)('$way, every answer of EmailJS becomes an outcome', async ({ isLoaded, isLeaving }) => {
  const sendEmail = await prepareToSend(isLoaded);
  answerWith(200, 'OK');
  expect(await sendEmail(MESSAGE, isLeaving)).toEqual({ kind: 'done' });
  answerWith(400, 'The service ID not found.');
  expect(await sendEmail(MESSAGE, isLeaving)).toEqual({ kind: 'refused', detail: null });
  answerWith(429, '');
  expect((await sendEmail(MESSAGE, isLeaving)).kind).toBe('failed');
  answers.push(() => Promise.reject(new TypeError('Failed to fetch')));
  expect((await sendEmail(MESSAGE, isLeaving)).kind).toBe('failed');
});

test.each(ways)('$way, an EmailJS that never answers has failed after ten seconds', async ({ isLoaded, isLeaving }) => {
  const sendEmail = await prepareToSend(isLoaded);
  vi.useFakeTimers();
  answers.push(() => new Promise(() => undefined));
  const outcome = vi.fn();
  void sendEmail(MESSAGE, isLeaving).then(outcome);

  await vi.advanceTimersByTimeAsync(9999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith({ kind: 'failed', retryAfterMs: 0 });
});

test('without the values of EmailJS e-mail is off, which is no failure', async () => {
  vi.stubEnv('VITE_EMAILJS_SERVICE_ID', '');
  const { sendEmail } = await import('./email.ts');
  expect(await sendEmail(MESSAGE, false)).toEqual({ kind: 'done' });
  expect(requests).toEqual([]);
});

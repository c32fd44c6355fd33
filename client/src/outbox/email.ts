import type { Message } from '@portfolio/contract/message';
import { FAILED, judgeEmailAnswer, type Outcome, TIME_LIMIT_MS } from './retry.ts';
import { withinLimit } from './time-limit.ts';

/** The build checks that all values are there or none. */
const isEmailOn = import.meta.env.VITE_EMAILJS_SERVICE_ID !== '';

let client: typeof import('@emailjs/browser') | null = null;

/** Loads EmailJS's client. Never rejects: sendEmail works without it, as our server may be unreachable. */
export async function loadEmailClient(): Promise<void> {
  if (!isEmailOn) return;
  try {
    const loaded = await import('@emailjs/browser');
    loaded.init({ publicKey: import.meta.env.VITE_EMAILJS_PUBLIC_KEY, origin: import.meta.env.VITE_EMAILJS_ORIGIN });
    client = loaded;
  } catch {
    // Not needed.
  }
}

/** Sends the e-mail if e-mail is on; with `isLeaving` in a request that outlives the page. Never rejects. */
export async function sendEmail(message: Message, isLeaving: boolean): Promise<Outcome> {
  if (!isEmailOn) return { kind: 'done' };
  const params = { from_name: message.name, message: message.text, email: message.email };
  return withinLimit(TIME_LIMIT_MS, FAILED, async (signal) => {
    const sending =
      client === null || isLeaving
        ? sendWithoutClient(params, signal)
        : client.send(import.meta.env.VITE_EMAILJS_SERVICE_ID, import.meta.env.VITE_EMAILJS_TEMPLATE_ID, params);
    return judgeEmailAnswer(await sending.catch((rejection: unknown) => rejection));
  });
}

/** Sends the same bytes as the client (email.test.ts), in a request that outlives the page. */
function sendWithoutClient(params: object, signal: AbortSignal): Promise<Response> {
  return fetch(`${import.meta.env.VITE_EMAILJS_ORIGIN}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-type': 'application/json' },
    body: JSON.stringify({
      lib_version: '4.4.1',
      user_id: import.meta.env.VITE_EMAILJS_PUBLIC_KEY,
      service_id: import.meta.env.VITE_EMAILJS_SERVICE_ID,
      template_id: import.meta.env.VITE_EMAILJS_TEMPLATE_ID,
      template_params: params,
    }),
    keepalive: true,
    signal,
  });
}

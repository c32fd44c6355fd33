/** The one place that knows EmailJS (product.md, section 3). */
import type { Message } from '@portfolio/contract/message';
import { FAILED, judgeEmailRejection, type Outcome, TIME_LIMIT_MS } from './retry.ts';
import { withinLimit } from './time-limit.ts';

/** Whether this build sends e-mail; the build has made sure that it has all of EmailJS's values or none. */
export const isEmailOn = import.meta.env.VITE_EMAILJS_SERVICE_ID !== '';

let client: typeof import('@emailjs/browser') | null = null;

/**
 * Loads EmailJS's client, for an e-mail that is due in a moment. It is a file of our own server, which may be out of reach just now; an
 * e-mail does not depend on that.
 */
export async function loadEmailClient(): Promise<void> {
  if (!isEmailOn) return;
  try {
    const loaded = await import('@emailjs/browser');
    loaded.init({ publicKey: import.meta.env.VITE_EMAILJS_PUBLIC_KEY, origin: import.meta.env.VITE_EMAILJS_ORIGIN });
    client = loaded;
  } catch {
    // sendEmail() manages without.
  }
}

/**
 * Sends the e-mail about a message. The request is under way, or as good as, when the call returns. Never rejects; settles within ten
 * seconds.
 *
 * @param isLeaving - the page may be about to go, and the request must outlive it
 */
export async function sendEmail(message: Message, isLeaving: boolean): Promise<Outcome> {
  if (!isEmailOn) return { kind: 'off' };
  const sending = client === null || isLeaving ? sendWithoutClient(message) : sendWithClient(client, message);
  return withinLimit(sending.catch(judgeEmailRejection), TIME_LIMIT_MS, FAILED);
}

async function sendWithClient({ send }: NonNullable<typeof client>, message: Message): Promise<Outcome> {
  await send(
    import.meta.env.VITE_EMAILJS_SERVICE_ID,
    import.meta.env.VITE_EMAILJS_TEMPLATE_ID,
    toTemplateParams(message),
  );
  return { kind: 'done' };
}

/** Sends what the client would send, byte for byte (email.test.ts), and outlives the page, which the client cannot. */
async function sendWithoutClient(message: Message): Promise<Outcome> {
  const response = await fetch(`${import.meta.env.VITE_EMAILJS_ORIGIN}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-type': 'application/json' },
    body: JSON.stringify({
      lib_version: '4.4.1',
      user_id: import.meta.env.VITE_EMAILJS_PUBLIC_KEY,
      service_id: import.meta.env.VITE_EMAILJS_SERVICE_ID,
      template_id: import.meta.env.VITE_EMAILJS_TEMPLATE_ID,
      template_params: toTemplateParams(message),
    }),
    keepalive: true,
  });
  return response.ok ? { kind: 'done' } : judgeEmailRejection(response);
}

function toTemplateParams({ name, email, text }: Message) {
  return { from_name: name, message: text, email };
}

import type { Message } from '@portfolio/contract/message';
import { FAILED, judgeSaveAnswer, type Outcome, TIME_LIMIT_MS } from './retry.ts';
import { withinLimit } from './time-limit.ts';

/**
 * Posts a message to the server (product.md, section 4). The request is under way when the call returns, and outlives the page. Never
 * rejects; settles within ten seconds.
 *
 * @param id - sent as `Idempotency-Key`, so that the server stores the message once however often it comes
 * @param message - sent as it is, with every field it has
 */
export function saveMessage(id: string, message: Message): Promise<Outcome> {
  return withinLimit<Outcome>(TIME_LIMIT_MS, FAILED, async (signal) => {
    const response = await fetch(`${import.meta.env.VITE_API_URL}/save-message`, {
      method: 'POST',
      // A structured-field string (draft-ietf-httpapi-idempotency-key-header-07), hence the quotes.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `"${id}"` },
      body: JSON.stringify(message),
      // A body is 22 kB at most. Browsers allow 64 kB of them at a time, and refuse the next as if the network were away.
      keepalive: true,
      signal,
    });
    return judgeSaveAnswer(response, await response.text(), id);
  });
}

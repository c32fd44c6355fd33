import type { Message } from '@portfolio/contract/message';
import { FAILED, judgeSaveAnswer, type Outcome, TIME_LIMIT_MS } from './retry.ts';
import { withinLimit } from './time-limit.ts';

/** Posts a message (product.md, section 4). Starts the request synchronously; it outlives the page. Never rejects. */
export function saveMessage(id: string, message: Message): Promise<Outcome> {
  return withinLimit<Outcome>(TIME_LIMIT_MS, FAILED, async (signal) => {
    const response = await fetch(`${import.meta.env.VITE_API_URL}/save-message`, {
      method: 'POST',
      // A quoted string (draft-ietf-httpapi-idempotency-key-header-07).
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `"${id}"` },
      body: JSON.stringify(message),
      // Browsers allow 64 kB for all such bodies; one is at most 22 kB.
      keepalive: true,
      signal,
    });
    return judgeSaveAnswer(response, await response.text(), id);
  });
}

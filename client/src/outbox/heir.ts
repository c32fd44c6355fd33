/**
 * A service worker of a few lines, which outlives the page: it delivers what a page hands over that goes before the answers have come, and
 * hears them. So the next visit does not send an e-mail again that has arrived. It controls no page and answers no request.
 */
import { createDelivery } from './delivery.ts';
import { isEmailOn, sendEmail } from './email.ts';
import { createEntryStore } from './entry-store.ts';
import { makeUuid } from './make-uuid.ts';
import { saveMessage } from './save-message-request.ts';

/** What a page says to its heir. */
export interface Testament {
  ids: string[];
  /** By the page's clock. */
  now: number;
}

/** TypeScript knows either pages or workers (https://w3c.github.io/ServiceWorker/#extendablemessageevent-interface). */
interface ExtendableMessage extends MessageEvent<Testament> {
  waitUntil(work: Promise<unknown>): void;
}

addEventListener('message', (event) => {
  const { data, waitUntil } = event as ExtendableMessage;
  const ahead = data.now - Date.now();
  const delivery = createDelivery({
    entries: createEntryStore(),
    saveMessage,
    sendEmail: (message) => sendEmail(message, true),
    handOver: () => false,
    isEmailOn,
    makeId: makeUuid,
    now: () => Date.now() + ahead,
    random: Math.random,
  });
  waitUntil.call(event, delivery.deliverNow(data.ids));
});

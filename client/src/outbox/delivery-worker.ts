/**
 * A service worker of a few lines, which outlives the page: it delivers what a page hands over that goes before the answers have come, and
 * hears them. So the next visit does not send an e-mail again that has arrived. It controls no page and answers no request.
 */
import { createDelivery } from './delivery.ts';
import { isEmailOn, sendEmail } from './email.ts';
import { createEntryStore } from './entry-store.ts';
import { makeUuid } from './make-uuid.ts';
import { saveMessage } from './save-message-request.ts';

/** What a page says to it: which entries, and its own clock. TypeScript does not know this event of service workers. */
interface HandOver extends MessageEvent<{ ids: string[]; now: number }> {
  waitUntil(work: Promise<unknown>): void;
}

addEventListener('message', (message) => {
  const event = message as HandOver;
  const ahead = event.data.now - Date.now();
  const delivery = createDelivery({
    entries: createEntryStore(),
    saveMessage,
    sendEmail,
    handOver: () => false,
    isEmailOn,
    makeId: makeUuid,
    now: () => Date.now() + ahead,
    random: Math.random,
  });
  event.waitUntil(delivery.deliverNow(event.data.ids));
});

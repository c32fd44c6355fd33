/**
 * A service worker that outlives the page: it delivers what a page hands over as it goes, and hears the answers, so that the next visit sends
 * no e-mail again that has arrived. It controls no page and answers no request.
 */
import { createDelivery } from './delivery.ts';
import { sendEmail } from './email.ts';
import { createEntryStore } from './entry-store.ts';
import { makeUuid } from './make-uuid.ts';
import { saveMessage } from './save-message-request.ts';

/** What a page says to it: the ids of entries. TypeScript does not know this event of service workers. */
interface HandOver extends MessageEvent<string[]> {
  waitUntil(work: Promise<unknown>): void;
}

addEventListener('message', (message) => {
  const event = message as HandOver;
  const entries = createEntryStore();
  const handOver = () => false;
  const delivery = createDelivery({ entries, saveMessage, sendEmail, handOver, makeId: makeUuid });
  event.waitUntil(delivery.deliverNow(event.data));
});

/** A service worker that outlives the page and delivers its messages. It controls no page. */
import { createDelivery } from './delivery.ts';
import { sendEmail } from './email.ts';
import { createEntryStore } from './entry-store.ts';
import { makeUuid } from './make-uuid.ts';
import { saveMessage } from './save-message-request.ts';

/** An ExtendableMessageEvent, which TypeScript's DOM library lacks, with the ids of entries. */
interface HandOver extends MessageEvent<string[]> {
  waitUntil(work: Promise<unknown>): void;
}

addEventListener('message', (message) => {
  const event = message as HandOver;
  const entries = createEntryStore();
  const delivery = createDelivery({ entries, saveMessage, sendEmail, handOver: () => false, makeId: makeUuid });
  event.waitUntil(delivery.deliverNow(event.data));
});

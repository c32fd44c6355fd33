/** A service worker that outlives the page, delivers its messages and stores the outcomes. It controls no page. */
import { createDelivery } from './delivery.ts';
import { sendEmail } from './email.ts';
import { createEntryStore } from './entry-store.ts';
import { makeUuid } from './make-uuid.ts';
import { saveMessage } from './save-message-request.ts';

/** An ExtendableMessageEvent with the ids of entries; TypeScript's DOM library does not have it. */
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

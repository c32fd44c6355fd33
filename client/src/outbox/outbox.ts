/**
 * The outbox of this browser: what the contact form puts messages into, and what every page takes up that finds one waiting.
 * The machine is delivery.ts; here it is put into the real browser.
 */
import { backup } from './backup.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { isEmailOn, loadEmailClient, sendEmail } from './email.ts';
import { createEntryStorage } from './entry-storage.ts';
import { makeUuid } from './make-uuid.ts';
import { saveMessage } from './save-message-request.ts';
import { holdSenderLock } from './sender-lock.ts';
import { KEY_PREFIX } from './stores.ts';

const delivery = createDelivery({
  entries: createEntryStorage(() => localStorage),
  backup,
  holdSenderLock,
  saveMessage,
  sendEmail,
  isEmailOn,
  makeId: makeUuid,
  random: Math.random,
});

export type Outbox = Omit<Delivery, 'start' | 'hurry' | 'noticeChange'>;

const outbox: Outbox = {
  ...delivery,
  submit(message) {
    void loadEmailClient();
    return delivery.submit(message);
  },
};

let isOpen = false;

/** The one outbox of this page. The first call takes up what earlier visits have left, and from then on it hears what befalls the page. */
export function openOutbox(): Outbox {
  if (isOpen) return outbox;
  isOpen = true;
  delivery.start();

  addEventListener('online', () => delivery.hurry());
  addEventListener('pagehide', () => delivery.flush(true));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') delivery.flush(false);
  });
  addEventListener('pageshow', ({ persisted }) => {
    // Back from the browser's memory, where no timer ran.
    if (persisted) delivery.hurry();
  });
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(KEY_PREFIX)) delivery.noticeChange(key.slice(KEY_PREFIX.length));
  });
  return outbox;
}

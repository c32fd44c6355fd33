/** The outbox of this page. */
import { createDelivery, type Delivery } from './delivery.ts';
import workerUrl from './delivery-worker.ts?worker&url';
import { loadEmailClient, sendEmail } from './email.ts';
import { createEntryStore } from './entry-store.ts';
import { makeUuid } from './make-uuid.ts';
import { saveMessage } from './save-message-request.ts';

/** No page is below it, so the worker controls none. */
const WORKER_SCOPE = `${import.meta.env.BASE_URL}assets/outbox/`;

let registration: ServiceWorkerRegistration | null = null;
const entries = createEntryStore();
const delivery = createDelivery({ entries, saveMessage, sendEmail, handOver, makeId: makeUuid });

export type Outbox = Omit<Delivery, 'takeUp' | 'leave' | 'deliverNow'>;

const outbox: Outbox = {
  ...delivery,
  submit(message) {
    void loadEmailClient();
    const { kept } = delivery.submit(message);
    void kept.then(registerWorker);
    return { kept };
  },
};

async function registerWorker() {
  try {
    registration = await navigator.serviceWorker.register(workerUrl, { scope: WORKER_SCOPE });
  } catch {
    // No https, or a private window: leave() works without it.
  }
}

function handOver(ids: string[]): boolean {
  const worker = registration?.active;
  if (worker?.state !== 'activated') return false;
  worker.postMessage(ids);
  return true;
}

let isStarted = false;

/** Delivers the messages of earlier visits, too. */
export function startOutbox(): Outbox {
  if (isStarted) return outbox;
  isStarted = true;
  void delivery.takeUp();
  addEventListener('online', () => void delivery.takeUp());
  addEventListener('pagehide', () => delivery.leave());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') delivery.sendUntried();
    else void delivery.takeUp();
  });
  return outbox;
}

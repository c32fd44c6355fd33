/**
 * One sender at a time for each message, however many tabs are open. Web Locks where there are any; on a page without https they are
 * missing, and a lease in localStorage stands in for them. Two tabs may take such a lease in the same instant: the server still stores
 * the message once, because both send the same `Idempotency-Key`.
 */

/**
 * Runs the work while this tab is the one that sends, and gives whether it was: false, at once, when another tab is. Never rejects, as
 * long as the work does not.
 *
 * @param id - the entry's
 * @param steal - take over from a tab that has held the lock for so long that it must be frozen
 */
export type SenderLock = (id: string, work: () => Promise<void>, steal: boolean) => Promise<boolean>;

const NAME_PREFIX = 'portfolio.sender.';
const LEASE_MS = 15_000;

export const holdSenderLock: SenderLock = async (id, work, steal) => {
  const name = NAME_PREFIX + id;
  // Typed as always there, but only pages with https have it.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return holdLease(name, work);
  let hasStarted = false;
  try {
    return await locks.request(name, steal ? { steal } : { ifAvailable: true }, async (lock) => {
      if (lock === null) return false;
      hasStarted = true;
      await work();
      return true;
    });
  } catch {
    // Another tab took over; the work goes on by itself.
    if (hasStarted) return true;
    // A visitor who forbids all storage forbids the locks too.
    return holdLease(name, work);
  }
};

async function holdLease(name: string, work: () => Promise<void>): Promise<boolean> {
  try {
    const left = Number(localStorage.getItem(name)) - Date.now();
    if (left > 0 && left <= LEASE_MS) return false;
  } catch {
    // No storage: no other tab knows of the message.
  }
  const renew = () => writeLease(name, String(Date.now() + LEASE_MS));
  renew();
  const renewing = setInterval(renew, LEASE_MS / 3);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    writeLease(name, null);
  }
  return true;
}

function writeLease(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}

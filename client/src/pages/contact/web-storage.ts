/** For as long as the tab is open, or also for later visits. */
type Area = 'sessionStorage' | 'localStorage';

/** Whether the visitor is to be told that a message has arrived: also after a look at another page, or of an earlier visit. */
export const AWAITED = ['localStorage', 'awaited'] as const;

/** What was written before; null as well where storage is forbidden, or holds what another site of the host wrote. */
export function readStored(area: Area, key: string): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(`portfolio.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

/** Where storage is forbidden it does nothing. */
export function writeStored(area: Area, key: string, value: unknown) {
  try {
    globalThis[area].setItem(`portfolio.${key}`, JSON.stringify(value));
  } catch {
    // What is written stays until the page is loaded again.
  }
}

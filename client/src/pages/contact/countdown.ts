/** How long a visitor waits before the form is back (product.md, section 3, constants). */
export const COUNTDOWN_MS = 5000;

/**
 * The number the countdown shows: whole seconds, counted down at the full second. Fractions of a millisecond are dropped, as a timer
 * may fire that much early.
 *
 * @param remainingMs - time until the form is back; below zero when a throttled timer is late
 * @returns 5 to 1 while there is time left, else 0
 */
export function secondsLeft(remainingMs: number): number {
  return Math.max(0, Math.ceil(Math.round(remainingMs) / 1000));
}

/** Milliseconds until `secondsLeft` changes; at least 1. */
export function untilNextSecond(remainingMs: number): number {
  return Math.max(1, remainingMs - (secondsLeft(remainingMs) - 1) * 1000);
}

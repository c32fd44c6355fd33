/** product.md, section 3, constants */
export const COUNTDOWN_MS = 5000;

/** The seconds that the countdown shows, 5 to 1, then 0. Milliseconds are rounded, as a timer may fire a fraction early. */
export function secondsLeft(remainingMs: number): number {
  return Math.max(0, Math.ceil(Math.round(remainingMs) / 1000));
}

/** Milliseconds until `secondsLeft` changes; at least 1. */
export function untilNextSecond(remainingMs: number): number {
  return Math.max(1, remainingMs - (secondsLeft(remainingMs) - 1) * 1000);
}

import { InvalidArgumentError } from 'commander';

const DAYS = { d: 1, w: 7, y: 365 } as const;
const LONGEST_DAYS = 36_500;

/**
 * Reads an age such as `365d`, `52w` or `1y` (of 365 days).
 *
 * @returns days
 * @throws InvalidArgumentError where it is none, or longer than 36500 days
 */
export function parseAge(text: string): number {
  const [, number, unit] = /^(\d{1,5})([dwy])$/.exec(text.trim()) ?? [];
  // The expression lets only these letters through.
  const days = Number(number) * DAYS[unit as keyof typeof DAYS];
  if (number === undefined || days < 1 || days > LONGEST_DAYS) {
    throw new InvalidArgumentError(`Expected a number of days, weeks or years, such as 365d, 52w or 1y.`);
  }
  return days;
}

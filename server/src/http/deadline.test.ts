import { expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseUnavailableError } from '../database.ts';
import { ANSWER_TIMEOUT_MS, withTimeout } from './deadline.ts';

it('a caller has an answer within three seconds, with some to spare for the way', () => {
  expect(ANSWER_TIMEOUT_MS).toBeLessThan(3_000);
});

it('work that never ends is given up at the deadline, and not before', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const given = vi.fn();
  void withTimeout(ANSWER_TIMEOUT_MS, new Promise(() => {})).catch(given);
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS - 1);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalledWith(expect.any(DatabaseUnavailableError));
});

it('work that ends in time gives its result, or its own error, and leaves no timer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(await withTimeout(ANSWER_TIMEOUT_MS, Promise.resolve('stored'))).toBe('stored');
  await expect(withTimeout(ANSWER_TIMEOUT_MS, Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(vi.getTimerCount()).toBe(0);
});

import { SingleBar } from 'cli-progress';

export interface Progress {
  add(count: number): void;
  stop(): void;
}

/**
 * Shows how far long work is, on standard error, and only where that is a terminal. Wiped away at the end.
 *
 * @param total of the same unit as `add()`; more than that may come
 */
export function showProgress(title: string, total: number): Progress {
  const bar = new SingleBar({
    stream: process.stderr,
    format: `${title} {bar} {percentage}%, {value} of {total}`,
    clearOnComplete: true,
    // So that a terminal is never left without its cursor, however this process ends.
    hideCursor: false,
    linewrap: true,
  });
  bar.start(total, 0);
  return {
    add: (count) => bar.increment(count),
    stop: () => bar.stop(),
  };
}

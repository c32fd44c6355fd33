/** The result of the work, or `instead` if it rejects or takes too long; then the signal is aborted. Never rejects. */
export function withinLimit<Result>(
  limitMs: number,
  instead: Result,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timeUp = new Promise<Result>((resolve) => {
    limit.signal.addEventListener('abort', () => resolve(instead));
  });
  setTimeout(() => limit.abort(), limitMs);
  return Promise.race([work(limit.signal), timeUp]).catch(() => instead);
}

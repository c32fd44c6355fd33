/** The result of the work, or `instead` where it rejects or takes longer; then its signal is aborted. Never rejects. */
export function withinLimit<Result>(
  limitMs: number,
  instead: Result,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve) => {
    const limit = new AbortController();
    const giveUp = () => {
      resolve(instead);
      limit.abort();
    };
    const timer = setTimeout(giveUp, limitMs);
    void work(limit.signal)
      .then(resolve, giveUp)
      .finally(() => clearTimeout(timer));
  });
}

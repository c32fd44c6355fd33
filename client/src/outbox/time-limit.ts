/** What the promise gives; `instead` where it rejects, or takes longer than that. */
export async function withinLimit<Result>(promise: Promise<Result>, limitMs: number, instead: Result): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, limitMs, instead);
  });
  try {
    return await Promise.race([promise, limit]);
  } catch {
    return instead;
  } finally {
    clearTimeout(timer);
  }
}

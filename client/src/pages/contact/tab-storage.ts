/** What was written before in this tab; null as well where storage is forbidden, or holds what another site of the host wrote. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(`portfolio.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

/** Lasts until the tab is closed; where storage is forbidden, not at all. */
export function writeTab(key: string, value: unknown) {
  try {
    sessionStorage.setItem(`portfolio.${key}`, JSON.stringify(value));
  } catch {
    // What is written stays until the page is loaded again.
  }
}

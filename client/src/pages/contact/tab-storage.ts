/** Null as well where storage is forbidden. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Lasts until the tab is closed; where storage is forbidden, not at all. */
export function writeTab(key: string, value: string) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // What is written stays until the page is loaded again.
  }
}

/**
 * A database's place, without user and password.
 * @param {string} url
 */
export function nameOf(url) {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host')}${decodeURIComponent(pathname)}`;
}

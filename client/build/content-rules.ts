/** What the owner's values must be, for those who check them (content-check.ts, build-settings.ts) and who asks for them (`npm run setup`). */

/** An http or https address with a host. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);
}

/** The beginning of an http or https address, with nothing behind the host and port but perhaps a slash. */
export function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

/** A colour as `#ef713b`. */
export function isHexColour(value: unknown): value is string {
  return typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);
}

export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);
}

/** Of http or https, without path, query and credentials; a slash at the end is allowed. */
export function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value);
}

export function isHexColour(value: string): boolean {
  return /^#[\da-f]{6}$/i.test(value);
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

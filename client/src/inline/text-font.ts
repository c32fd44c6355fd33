/**
 * Stands in every page as text in the HTML: where the browser has the text font already, the page is painted with it. `optional`: should
 * the browser have thrown it away, the page stays as it was painted first.
 */

/** text-font-face.ts, and the font's address; put in by client/build/pages.ts. */
declare const TEXT_FONT: { family: string; weight: string; key: string; url: string };

try {
  if (localStorage.getItem(TEXT_FONT.key) === TEXT_FONT.url) {
    const face = { weight: TEXT_FONT.weight, display: 'optional' } as const;
    const font = new FontFace(TEXT_FONT.family, `url("${TEXT_FONT.url}")`, face);
    document.fonts.add(font);
    // At once, and not when the first word is laid out: the browser waits a few frames for a font that a script asks for so early.
    font.load().catch(() => undefined);
  }
} catch {
  // Storage is closed to us: the fallback it is.
}

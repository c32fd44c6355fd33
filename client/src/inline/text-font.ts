/** Inline in every page: uses the text font from the first paint on if the browser has fetched it before. */

/** Defined by build/pages.ts. */
declare const TEXT_FONT: { family: string; weight: string; key: string; url: string };

try {
  if (localStorage.getItem(TEXT_FONT.key) === TEXT_FONT.url) {
    // If it is no longer in the cache, `optional` keeps the page as it is painted first.
    const face = { weight: TEXT_FONT.weight, display: 'optional' } as const;
    const font = new FontFace(TEXT_FONT.family, `url("${TEXT_FONT.url}")`, face);
    document.fonts.add(font);
    // The browser delays the first paint by a few frames for a font that is loaded this early.
    font.load().catch(() => undefined);
  }
} catch {
  // Without storage the fallback font is used.
}

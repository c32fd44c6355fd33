/** Inline in every page: uses the text font from the first paint on if components/text-font.ts has fetched it before. */
try {
  const url = localStorage.getItem('text-font');
  if (url !== null) {
    // If it is no longer in the cache, `optional` keeps the page as it is painted first.
    const face = { weight: '400 700', display: 'optional' } as const;
    const font = new FontFace('Atkinson Hyperlegible Next', `url("${url}")`, face);
    document.fonts.add(font);
    // The browser delays the first paint by a few frames for a font that is loaded this early.
    font.load().catch(() => undefined);
  }
} catch {
  // Without storage the fallback font is used.
}

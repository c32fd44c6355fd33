/** Inline in every page: uses the text font from the first paint if components/text-font.ts has fetched it before. */
try {
  const url = localStorage.getItem('text-font');
  if (url !== null) {
    // `optional`: a font that is no longer cached does not change the page after the first paint.
    const face = { weight: '400 700', display: 'optional' } as const;
    const font = new FontFace('Atkinson Hyperlegible Next', `url("${url}")`, face);
    document.fonts.add(font);
    // For a font that loads this early the browser delays the first paint by a few frames.
    font.load().catch(() => undefined);
  }
} catch {
  // Without storage the fallback font is used.
}

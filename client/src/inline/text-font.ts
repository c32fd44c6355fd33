/**
 * Stands in every page as text in the HTML: where the browser has the text font already, the page is painted with it. `optional`: should
 * the browser have thrown it away, the page stays as it was painted first.
 */
import { makeTextFont, TEXT_FONT_KEY } from './text-font-face.ts';

/** Put in by client/build/inline-assets.ts. */
declare const TEXT_FONT_URL: string;

try {
  if (localStorage.getItem(TEXT_FONT_KEY) === TEXT_FONT_URL) {
    const font = makeTextFont(TEXT_FONT_URL, 'optional');
    document.fonts.add(font);
    // At once, and not when the first word is laid out: the browser waits a few frames for a font that a script asks for so early.
    font.load().catch(() => undefined);
  }
} catch {
  // Storage is closed to us: the fallback it is.
}

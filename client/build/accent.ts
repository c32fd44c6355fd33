import Color from 'colorjs.io';

/** The lightest background of the light theme, and the sea of the dark one (src/styles/tokens.css). */
const FOAM = 'oklch(0.955 0.012 200)';
const SEA = 'oklch(0.3 0.06 222)';
/** At least 4.5 (WCAG 2.2, 1.4.3); the sample content's accent has the first two. */
const CONTRAST_BY_DAY = 6.4;
const CONTRAST_BY_NIGHT = 6.9;
const CONTRAST_OF_ICONS = 4.5;
/** The sun where the accent has the hue of the water, before which it would not stand out. */
const GOLD = 'oklch(0.82 0.135 80)';
const SEA_HUE = 220;
const SEA_HUES = 50;

/**
 * Three tints of an accent such as `#ef713b`, darkened by day and lightened by night for enough contrast. Words by day have its hue;
 * the other two are the sun, which may be gold.
 */
export function makeTints(accent: string) {
  const own = readColour(accent);
  const sunlight = own.chroma > 0.03 && Math.abs(own.hue - SEA_HUE) < SEA_HUES ? readColour(GOLD) : own;
  const sun = tint(Math.min(Math.max(sunlight.lightness, 0.55), 0.82), sunlight.chroma, sunlight.hue);
  // Without a change of the hue a dark red looks brown, and a light one pink.
  const byDay = adjust(-0.01, (l) => tint(l, own.chroma * 0.82, own.hue - 4), 0.47, FOAM, CONTRAST_BY_DAY);
  const byNight = adjust(0.01, (l) => tint(l, sunlight.chroma * 0.65, sunlight.hue + 6), 0.8, SEA, CONTRAST_BY_NIGHT);
  return { byDay, sun, byNight };
}

export function makeAccentStyles(accent: string): string {
  const { byDay, sun, byNight } = makeTints(accent);
  return `:root {\n  --sun-700: ${byDay};\n  --sun-500: ${sun};\n  --sun-300: ${byNight};\n}\n`;
}

/** A sentence for the owner if text in this colour has too little contrast (WCAG 2.2, 1.4.3), else null. */
export function describeAccentChange(accent: string): string | null {
  const isReadable = [FOAM, SEA].every((behind) => new Color(accent).contrast(behind, 'WCAG21') >= 4.5);
  if (isReadable) return null;
  const { byDay, byNight } = makeTints(accent);
  return `A cor ${accent} não dá para ler em todo lugar: textos usam ${byDay} no tema claro e ${byNight} no escuro.`;
}

export function lightenForSea(colour: string): string {
  const { lightness, chroma, hue } = readColour(colour);
  // A grey would look like an icon that is off.
  const start = chroma < 0.03 ? 0.9 : Math.max(lightness, 0.2);
  return adjust(0.01, (l) => tint(l, chroma, hue), start, SEA, CONTRAST_OF_ICONS);
}

function readColour(colour: string) {
  const [lightness = 0, chroma = 0, hue = 0] = new Color(colour).to('oklch').coords.map((part) => part ?? 0);
  return { lightness, chroma, hue };
}

function adjust(step: number, make: (lightness: number) => string, start: number, behind: string, contrast: number) {
  let lightness = start;
  while (new Color(make(lightness)).contrast(behind, 'WCAG21') < contrast && lightness > 0.1 && lightness < 0.98) {
    lightness += step;
  }
  return make(lightness);
}

function tint(lightness: number, chroma: number, hue: number): string {
  return new Color('oklch', [lightness, chroma, hue]).to('srgb').toGamut().toString({ format: 'hex', collapse: false });
}

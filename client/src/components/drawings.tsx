/** Decorative drawings: text next to them says what they stand for. */
import bottleStyles from './bottle.module.css';
import logoStyles from './logo.module.css';
import { GLITTER, SUN, WAVES } from './logo-paths.ts';
import shoreStyles from './shore.module.css';

/** A message in a bottle, as wide as its box. */
export function Bottle() {
  return (
    <svg className={bottleStyles.bottle} viewBox="0 0 120 60" aria-hidden="true">
      <g transform="rotate(-8 60 30)">
        <path
          className={bottleStyles.glass}
          d="M8 30c0-12 8-16 18-16h40c8 0 10 8 18 8h18v16H84c-8 0-10 8-18 8H26C16 46 8 42 8 30z"
        />
        <path className={bottleStyles.cork} d="M102 23h12v14h-12z" />
        <path className={bottleStyles.paper} d="M26 20h30a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H26z" />
        <path className={bottleStyles.words} d="M32 26h20M32 30h22M32 34h14" />
      </g>
    </svg>
  );
}

export function Logo() {
  return (
    <svg className={logoStyles.small} viewBox="0 0 64 64" aria-hidden="true">
      <path className={logoStyles.sun} d={SUN} />
      {WAVES.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** The logo, large and animated, in two parts: its sun down to the horizon, and its waves, which are the glitter on the water. */
export function LogoSun() {
  return (
    <svg className={logoStyles.risingSun} viewBox="0 0 64 30" aria-hidden="true">
      <circle cx="32" cy="30" r="26.5" />
    </svg>
  );
}

/** One SVG for each wave, so that the GPU moves them without a repaint of the page. */
export function LogoWaves() {
  return (
    <div className={logoStyles.glitter}>
      {GLITTER.map((path) => (
        <svg key={path} viewBox="0 0 64 64" aria-hidden="true">
          <path pathLength="1" d={path} />
        </svg>
      ))}
    </div>
  );
}

/** Eight equal waves, so that the movement can repeat without a visible step. */
const WATER = `M0 30q37.5-26 75 0t75 0${' 75 0'.repeat(14)}V90H0z`;

/** Three moving waves above the sea. The boxes move and not the paths in them, so that the GPU does it without a repaint. */
export function Shore() {
  return (
    <div className={shoreStyles.shore}>
      {['far', 'middle', 'near'].map((distance) => (
        <div key={distance} data-distance={distance}>
          <svg viewBox="0 0 1200 90" preserveAspectRatio="none" aria-hidden="true">
            <path d={WATER} />
          </svg>
        </div>
      ))}
    </div>
  );
}

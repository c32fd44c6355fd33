import styles from './shore.module.css';

/** Eight waves of the same length, on which the drawing can go by without a seam. */
const WATER = `M0 30q37.500-26 75 0t75 0${' 75 0'.repeat(14)}V90H0z`;

/**
 * Where the page meets the sea: three waves that come and go. It stands on top of whatever is in the water. Boxes move, and nothing
 * inside a drawing does: so the graphics processor does it all, and the page has nothing to do.
 */
export function Shore() {
  return (
    <div className={styles.shore}>
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

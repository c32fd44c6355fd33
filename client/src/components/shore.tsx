import styles from './shore.module.css';

/** Eight equal waves, so that the movement can repeat without a visible step. */
const WATER = `M0 30q37.500-26 75 0t75 0${' 75 0'.repeat(14)}V90H0z`;

/** Three moving waves above the sea. The boxes move and not the paths in them, so that the GPU does it without a repaint. */
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

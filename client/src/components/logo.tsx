import styles from './logo.module.css';

const SUN = 'M6 35a26.5 26.5 0 1 1 52 0q-4.3-4.5-8.66 0t-8.66 0-8.66 0-8.66 0-8.66 0-8.66 0z';

const WAVES = [
  'M6 42q4.3-4.5 8.66 0t8.66 0 8.66 0 8.66 0 8.66 0 8.66 0',
  'M10 49.5q4.4-4.5 8.8 0t8.8 0 8.8 0 8.8 0 8.8 0',
  'M18 57q4.65-4.5 9.3 0t9.3 0 9.3 0',
];

/** The site's logo, small. Decorative: text next to it names what it stands for. */
export function Logo() {
  return (
    <svg className={styles.small} viewBox="0 0 64 64" aria-hidden="true">
      <path className={styles.sun} d={SUN} />
      {WAVES.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** The logo, large and animated. One SVG for each part, so that the GPU moves them without a repaint of the page. */
export function LivingLogo() {
  return (
    <div className={styles.large}>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <path className={styles.sun} d={SUN} />
      </svg>
      {WAVES.map((path) => (
        <svg key={path} viewBox="0 0 64 64" aria-hidden="true">
          <path pathLength="1" d={path} />
        </svg>
      ))}
    </div>
  );
}

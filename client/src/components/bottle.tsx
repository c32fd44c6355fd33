import styles from './bottle.module.css';

/** A message in a bottle, as wide as its box. Decorative. */
export function Bottle() {
  return (
    <svg className={styles.bottle} viewBox="0 0 120 60" aria-hidden="true">
      <g transform="rotate(-14 60 30)">
        <path
          className={styles.glass}
          d="M8 30c0-12 8-16 18-16h40c8 0 10 8 18 8h18v16H84c-8 0-10 8-18 8H26C16 46 8 42 8 30z"
        />
        <path className={styles.cork} d="M102 23h12v14h-12z" />
        <path className={styles.paper} d="M26 20h30a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H26z" />
        <path className={styles.words} d="M32 26h20M32 30h22M32 34h14" />
      </g>
    </svg>
  );
}

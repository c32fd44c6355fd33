import { site } from '../content/site.ts';
import { SUN, WAVES } from './logo-paths.ts';
import styles from './theme-switch.module.css';

/** inline/theme.ts handles the click and sets `aria-pressed`, also before hydration and on pages without React. */
export function ThemeSwitch() {
  return (
    <button
      className={styles.switch}
      type="button"
      aria-label={site.labels.darkTheme}
      aria-pressed="false"
      data-theme-switch
      suppressHydrationWarning
    >
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <path d="M56 38A25 25 0 1 1 26 8a20 20 0 0 0 30 30z" />
        <path d={SUN + WAVES[1]} />
      </svg>
    </button>
  );
}

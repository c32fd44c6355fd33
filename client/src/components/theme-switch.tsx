import { site } from '../content/site.ts';
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
        <path d="M32 19a13 13 0 1 0 .1 0M32 3v6M32 55v6M3 32h6M55 32h6M11.5 11.5l4.2 4.2M48.3 48.3l4.2 4.2M11.5 52.5l4.2-4.2M48.3 15.7l4.2-4.2" />
      </svg>
    </button>
  );
}

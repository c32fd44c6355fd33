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
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 0 18z" />
      </svg>
    </button>
  );
}

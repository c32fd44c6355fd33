import { site } from '../content/site.ts';
import styles from './theme-switch.module.css';

/**
 * Turns the page dark and light again. inline/theme.ts makes it work and keeps `aria-pressed` true to what is shown, on pages without
 * React too; so React leaves the attribute as it stands.
 */
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

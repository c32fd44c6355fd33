import { site } from '../content/site.ts';
import styles from './sea-switch.module.css';

/** Stops every endless movement of the site (WCAG 2.2.2). inline/theme.ts handles the click and sets `aria-pressed`. */
export function SeaSwitch() {
  return (
    <button className={styles.switch} type="button" aria-pressed="false" data-sea-switch suppressHydrationWarning>
      {site.labels.calmSea}
    </button>
  );
}

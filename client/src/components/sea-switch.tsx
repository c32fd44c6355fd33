import { site } from '../content/site.ts';
import styles from './sea-switch.module.css';

/** Stops every endless movement of the site (WCAG 2.2.2). inline/theme.ts handles the click and sets `aria-pressed`, also in the HTML of a page. */
export function SeaSwitch() {
  return (
    <button
      className={styles.switch}
      type="button"
      title={site.labels.calmSeaDescription}
      aria-pressed={!import.meta.env.SSR && document.documentElement.dataset['sea'] === 'calm'}
      data-sea-switch
      suppressHydrationWarning
    >
      <svg viewBox="0 0 24 12" aria-hidden="true">
        <path d="M1 6q3.7-5 7.3 0t7.4 0 7.3 0" />
        <path d="M1 6h22" />
      </svg>
      {site.labels.calmSea}
    </button>
  );
}

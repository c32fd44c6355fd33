import type { ReactNode } from 'react';
import { hasLongName, site, siteName } from '../content/site.ts';
import { Logo } from './drawings.tsx';
import panelStyles from './menu-panel.module.css';
import styles from './site-header.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

const MENU_ID = 'menu';
// Missing in @types/react: https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-commandfor
const OPENS_MENU = { commandfor: MENU_ID, command: 'show-modal' };
const CLOSES_MENU = { commandfor: MENU_ID, command: 'close' };

/** The header with a list of links: in a row, or at 768 px and less in a modal dialog (product.md, section 2; inline/menu.ts). */
export function SiteHeader({ links }: { links: ReactNode }) {
  return (
    <header className={styles.header}>
      <p className={styles.name} data-long={hasLongName() || undefined}>
        <Logo />
        {siteName()}
      </p>
      <nav className={styles.links} aria-label={site.labels.navigation}>
        {links}
      </nav>
      <ThemeSwitch />
      {/* inline/menu.ts sets aria-expanded, perhaps before hydration. */}
      <button
        className={styles.menuButton}
        type="button"
        aria-label={site.labels.openMenu}
        aria-haspopup="dialog"
        aria-expanded="false"
        aria-controls={MENU_ID}
        {...OPENS_MENU}
        suppressHydrationWarning
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 6h18M3 12q4.5-4 9 0t9 0M3 18h18" />
        </svg>
      </button>
      <dialog id={MENU_ID} className={panelStyles.panel} aria-label={site.labels.menu} closedby="any">
        <div className={panelStyles.content}>
          <button className={panelStyles.closeButton} type="button" aria-label={site.labels.closeMenu} {...CLOSES_MENU}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 5l14 14M19 5L5 19" />
            </svg>
          </button>
          <nav aria-label={site.labels.menu}>{links}</nav>
          <Logo />
        </div>
      </dialog>
    </header>
  );
}

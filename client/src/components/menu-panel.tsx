import type { ReactNode } from 'react';
import { site } from '../content/site.ts';
import styles from './menu-panel.module.css';

/** The `id` of the panel, by which its buttons open and close it. */
export const MENU_ID = 'menu';

/** The header's links in a panel at the side of a narrow window; a native modal dialog, so the rest of the page is out of reach (inline/menu.ts). */
export function MenuPanel({ children }: { children: ReactNode }) {
  return (
    <dialog id={MENU_ID} className={styles.panel} aria-label={site.labels.menu} closedby="any">
      <div className={styles.content}>
        <button
          className={styles.closeButton}
          type="button"
          aria-label={site.labels.closeMenu}
          commandfor={MENU_ID}
          command="close"
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
        </button>
        <nav aria-label={site.labels.menu}>{children}</nav>
      </div>
    </dialog>
  );
}

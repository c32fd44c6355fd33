import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { site } from '../content/site.ts';
import styles from './menu-panel.module.css';

/** Wider than this, the header shows its links itself (product.md, section 3, constants). */
const WIDE_WINDOW = '(width > 768px)';

interface MenuPanelProps {
  id: string;
  isOpen: boolean;
  /** Called when React finds the panel open, because the visitor was faster (inline/wake.ts). */
  onFoundOpen: () => void;
  /** Called when the panel has closed: by its button, Esc, a link, a click outside it, or a window that became wide. */
  onClose: () => void;
  children: ReactNode;
}

/** The header's links in a panel at the side of a narrow window; a native modal dialog, so the rest of the page is out of reach. */
export function MenuPanel({ id, isOpen, onFoundOpen, onClose, children }: MenuPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Both in the same breath as the commit: an Esc in between would close the panel, and it would be opened again.
  useLayoutEffect(() => {
    if (dialog.current?.open) onFoundOpen();
  }, [onFoundOpen]);

  useLayoutEffect(() => {
    const panel = dialog.current;
    if (!isOpen || panel === null) return;
    if (!panel.open) panel.showModal();

    const wideWindow = window.matchMedia(WIDE_WINDOW);
    const closeWhenWide = () => wideWindow.matches && panel.close();
    const closeWhenLeaving = ({ target }: MouseEvent) => {
      // The panel's content covers all of it, so a click on the dialog itself was on the backdrop.
      const isOutside = target === panel;
      const isLink = target instanceof Element && target.closest('a') !== null;
      if (isOutside || isLink) panel.close();
    };
    const keepFocusInside = (event: KeyboardEvent) => event.key === 'Tab' && moveFocus(event, panel);

    closeWhenWide();
    wideWindow.addEventListener('change', closeWhenWide);
    panel.addEventListener('click', closeWhenLeaving);
    panel.addEventListener('keydown', keepFocusInside);
    return () => {
      wideWindow.removeEventListener('change', closeWhenWide);
      panel.removeEventListener('click', closeWhenLeaving);
      panel.removeEventListener('keydown', keepFocusInside);
    };
  }, [isOpen]);

  return (
    <dialog ref={dialog} id={id} className={styles.panel} aria-label={site.labels.menu} onClose={onClose}>
      <div className={styles.content}>
        <button
          className={styles.closeButton}
          type="button"
          aria-label={site.labels.closeMenu}
          onClick={() => dialog.current?.close()}
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

/** To the next stop, and from the last one to the first. Left to themselves, Safari passes over links, and every browser goes on to its own buttons. */
function moveFocus(event: KeyboardEvent, panel: HTMLElement) {
  event.preventDefault();
  const stops = [...panel.querySelectorAll<HTMLElement>('a[href], button')];
  const { activeElement } = document;
  const current = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const next = event.shiftKey ? stops.at(current <= 0 ? -1 : current - 1) : stops[(current + 1) % stops.length];
  next?.focus();
}

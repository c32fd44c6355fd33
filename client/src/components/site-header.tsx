import { useCallback, useId, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { site, siteName } from '../content/site.ts';
import { Logo } from './logo.tsx';
import { MenuPanel } from './menu-panel.tsx';
import styles from './site-header.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

interface SiteHeaderProps {
  isMenuOpen: boolean;
  onMenuChange: (isOpen: boolean) => void;
}

/** The site's name and its links: in a row, or at 768 px and less behind a button (product.md, section 2). */
export function SiteHeader({ isMenuOpen, onMenuChange }: SiteHeaderProps) {
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const links = useRef<HTMLElement>(null);

  function handleOpen() {
    // A dialog gives the focus back to where it was, and not every browser focuses a button that is clicked.
    button.current?.focus();
    onMenuChange(true);
  }

  const handleFoundOpen = useCallback(() => onMenuChange(true), [onMenuChange]);

  function handleClose() {
    onMenuChange(false);
    // In a window that became wide the button is not there to take the focus back.
    if (button.current?.getClientRects().length === 0) links.current?.querySelector('a')?.focus();
  }

  return (
    <header className={styles.header}>
      <p className={styles.name}>
        <Logo />
        {siteName()}
      </p>
      <nav ref={links} className={styles.links} aria-label={site.labels.navigation}>
        <NavigationLinks />
      </nav>
      <ThemeSwitch />
      <button
        ref={button}
        className={styles.menuButton}
        type="button"
        aria-label={site.labels.openMenu}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        aria-controls={panelId}
        onClick={handleOpen}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 6h18M3 12q4.500-4 9 0t9 0M3 18h18" />
        </svg>
      </button>
      <MenuPanel id={panelId} isOpen={isMenuOpen} onFoundOpen={handleFoundOpen} onClose={handleClose}>
        <NavigationLinks />
      </MenuPanel>
    </header>
  );
}

function NavigationLinks() {
  return (
    <ul>
      {site.navigation.map(({ path, label }) => (
        <li key={path}>
          <NavLink to={path} viewTransition>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

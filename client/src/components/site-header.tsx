import { NavLink } from 'react-router-dom';
import { site, siteName } from '../content/site.ts';
import { Logo } from './logo.tsx';
import { MENU_ID, MenuPanel } from './menu-panel.tsx';
import styles from './site-header.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

/** The site's name and its links: in a row, or at 768 px and less behind a button (product.md, section 2). */
export function SiteHeader() {
  return (
    <header className={styles.header}>
      <p className={styles.name}>
        <Logo />
        {siteName()}
      </p>
      <nav className={styles.links} aria-label={site.labels.navigation}>
        <NavigationLinks />
      </nav>
      <ThemeSwitch />
      {/* inline/menu.ts keeps aria-expanded true to what is shown, so React leaves it as it stands. */}
      <button
        className={styles.menuButton}
        type="button"
        aria-label={site.labels.openMenu}
        aria-haspopup="dialog"
        aria-expanded="false"
        aria-controls={MENU_ID}
        commandfor={MENU_ID}
        command="show-modal"
        suppressHydrationWarning
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 6h18M3 12q4.500-4 9 0t9 0M3 18h18" />
        </svg>
      </button>
      <MenuPanel>
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

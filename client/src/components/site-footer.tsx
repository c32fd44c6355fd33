import { owner } from 'owner-content/content.js';
import { site, siteName } from '../content/site.ts';
import { Logo, Shore } from './drawings.tsx';
import { NewTabLink } from './new-tab-link.tsx';
import { BackToTop } from './page.tsx';
import { SeaSwitch } from './sea-switch.tsx';
import styles from './site-footer.module.css';

export function SiteFooter() {
  return (
    <footer>
      <Shore />
      <div className={styles.sea}>
        <p>{site.labels.developedBy}</p>
        <NewTabLink to={owner.ownSite}>
          <Logo />
          {siteName()}
        </NewTabLink>
        <SeaSwitch />
        <BackToTop />
      </div>
    </footer>
  );
}

import { Link } from 'react-router-dom';
import { LivingLogo, Shore } from '../../components/drawings.tsx';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { Page } from '../../components/page.tsx';
import { SeaSwitch } from '../../components/sea-switch.tsx';
import coastStyles from '../../components/shore.module.css';
import { home } from '../../content/home.ts';
import { technologies } from '../../content/technologies.ts';
import icons from '../../generated/technology-icons.svg';
import styles from './home-page.module.css';
import gridStyles from './technology-grid.module.css';

export function HomePage() {
  return (
    <Page path="/inicio" content={home} layout="hero">
      <div className={styles.words}>
        {home.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className={styles.ways}>
          <Link to="/projetos" viewTransition>
            {home.toProjects}
          </Link>
          <Link to="/contato" viewTransition>
            {home.toContact}
          </Link>
        </p>
      </div>
      <div className={styles.logo}>
        <LivingLogo />
      </div>
      <div className={`${styles.coast} ${coastStyles.coast}`}>
        <Shore />
        <div className={styles.sea}>
          <section className={gridStyles.section} aria-labelledby="technologies">
            <h2 id="technologies">{home.technologiesHeading}</h2>
            <ul className={gridStyles.grid}>
              {technologies.map(({ id, name, officialSite }) => (
                <li key={id} data-technology={id}>
                  <NewTabLink to={officialSite} className={gridStyles.technology}>
                    <Icon href={`${icons}#${id}`} />
                    {name}
                  </NewTabLink>
                </li>
              ))}
            </ul>
          </section>
          <SeaSwitch />
        </div>
      </div>
    </Page>
  );
}

/** In the HTML the icon has no `href`: inline/late-script.ts sets it after the first paint. React does not hydrate the `noscript`. */
function Icon({ href }: { href: string }) {
  const address = import.meta.env.SSR ? { 'data-late-href': href } : { href };
  return (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <use {...address} />
      </svg>
      <noscript>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <use href={href} />
        </svg>
      </noscript>
    </>
  );
}

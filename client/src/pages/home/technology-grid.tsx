import { useId } from 'react';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { technologies } from '../../content/technologies.ts';
// Made by client/build/technology-icons.ts: a colour and a symbol for each technology, by its id.
import '../../generated/technology-colours.css';
import icons from '../../generated/technology-icons.svg';
import styles from './technology-grid.module.css';

/** The technologies the owner works with, each leading to its official site. */
export function TechnologyGrid({ heading }: { heading: string }) {
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      <ul className={styles.grid}>
        {technologies.map(({ id, name, officialSite }) => (
          <li key={id} data-technology={id}>
            <NewTabLink to={officialSite} className={styles.technology}>
              <Icon href={`${icons}#${id}`} />
              {name}
            </NewTabLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * In the HTML the icon has no address yet, but says which: the script in the page (inline/late-script.ts) asks for the file once the words are
 * painted. For those without scripts it stands there a second time, which React passes over.
 */
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

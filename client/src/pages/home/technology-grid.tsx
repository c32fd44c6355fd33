import { useId } from 'react';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { technologies } from '../../content/technologies.ts';
// Made by client/technology-icons.ts: one symbol for each technology, by its id.
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
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <use href={`${icons}#${id}`} />
              </svg>
              {name}
            </NewTabLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

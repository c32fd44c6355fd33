import { siGithub } from 'simple-icons';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { contact } from '../../content/contact.ts';
import { owner } from '../../content/owner.ts';
import styles from './profile-links.module.css';

/** simple-icons has no icon for LinkedIn. */
const LINKEDIN_ICON =
  'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4c0-1.100.900-2 2-2zm1.500 7.500v9h3v-9zM7 5.200a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zM10.500 9.500v9h3v-4.700c0-1.300.600-2 1.600-2s1.500.7 1.500 2v4.700h3v-5.300c0-2.500-1.300-3.900-3.300-3.900-1.200 0-2.200.5-2.800 1.500V9.500z';

const PROFILES = [
  { to: owner.linkedIn, name: contact.linkedIn, icon: LINKEDIN_ICON },
  { to: owner.gitHub, name: contact.gitHub, icon: siGithub.path },
].flatMap(({ to, ...profile }) => (to === undefined ? [] : [{ to, ...profile }]));

export function ProfileLinks() {
  if (PROFILES.length === 0 && owner.email === undefined) return null;
  return (
    <section className={styles.section} aria-labelledby="profiles">
      <h2 id="profiles">{contact.profilesHeading}</h2>
      {import.meta.env.HAS_EMAIL !== false && owner.email && (
        <p>
          <a href={`mailto:${owner.email}`}>{owner.email}</a>
        </p>
      )}
      <ul className={styles.links}>
        {PROFILES.map(({ to, name, icon }) => (
          <li key={name}>
            <NewTabLink to={to} className={styles.link}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon} fillRule="evenodd" />
              </svg>
              <VisuallyHidden>{name}</VisuallyHidden>
            </NewTabLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

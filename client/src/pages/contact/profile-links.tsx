import { owner } from 'owner-content/content.js';
import github from 'simple-icons/icons/github.svg?raw';
import { CvLink } from '../../components/cv-link.tsx';
import { Facts } from '../../components/facts.tsx';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { contact } from '../../content/contact.ts';
import styles from './profile-links.module.css';

/** The path of the drawing, without the rest of what simple-icons says of it. */
const GITHUB_ICON = github.split('"').at(-2);

/** simple-icons has no icon for LinkedIn. */
const LINKEDIN_ICON =
  'M4 2h16q2 0 2 2v16q0 2-2 2H4q-2 0-2-2V4q0-2 2-2zm1.5 7.5v9h3v-9zM7 5.2a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM10.5 9.5v9h3v-4.7q0-2 1.6-2t1.5 2v4.7h3v-5.3q0-3.9-3.3-3.9-1.9 0-2.8 1.5V9.5z';

const EMAIL_ICON = 'M2 4h20v3l-10 7L2 7zm0 6 10 7 10-7v10H2z';

const CV_ICON = 'M4 2h9v7h7v13H4zm11 0 5 5h-5zM7 12v2h10v-2zm0 4v2h10v-2z';

const PROFILES = [
  { to: owner.linkedIn, name: contact.linkedIn, icon: LINKEDIN_ICON },
  { to: owner.gitHub, name: contact.gitHub, icon: GITHUB_ICON },
];

export function ProfileLinks() {
  if (!(owner.linkedIn || owner.gitHub || owner.email)) return null;
  const [account, domain] = owner.email?.split('@') ?? [];
  return (
    <section className={styles.section} aria-labelledby="profiles">
      <h2 id="profiles">{contact.profilesHeading}</h2>
      <ul className={styles.links}>
        {owner.email && (
          <li>
            <a href={`mailto:${owner.email}`}>
              <Icon path={EMAIL_ICON} />
              <span>
                {account}
                <wbr />@{domain}
              </span>
            </a>
          </li>
        )}
        {PROFILES.map(
          ({ to, name, icon }) =>
            to && (
              <li key={name}>
                <NewTabLink to={to}>
                  <Icon path={icon} />
                  {name}
                </NewTabLink>
              </li>
            ),
        )}
        {owner.cv && (
          <li>
            <CvLink>
              <Icon path={CV_ICON} />
            </CvLink>
          </li>
        )}
      </ul>
      <Facts />
    </section>
  );
}

function Icon({ path }: { path: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} fillRule="evenodd" />
    </svg>
  );
}

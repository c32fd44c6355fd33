import { owner } from 'owner-content/content.js';
import { contact } from '../content/contact.ts';
import { CvLink } from './cv-link.tsx';
import { NewTabLink } from './new-tab-link.tsx';
import styles from './profile-line.module.css';

/** The owner's CV, profiles and address in one line. Without stand-ins: those are on Contato. */
export function ProfileLine() {
  const { cv, email, gitHub, linkedIn } = owner;
  if (typeof linkedIn !== 'string' && typeof gitHub !== 'string' && !email && !cv) return null;
  return (
    <p className={styles.profiles}>
      <CvLink />
      {typeof linkedIn === 'string' && <NewTabLink to={linkedIn}>{contact.linkedIn}</NewTabLink>}
      {typeof gitHub === 'string' && <NewTabLink to={gitHub}>{contact.gitHub}</NewTabLink>}
      {email && (
        <a href={`mailto:${email}`} data-address={email}>
          {contact.labels.email}
        </a>
      )}
    </p>
  );
}

import { owner } from 'owner-content/content.js';
import styles from './facts.module.css';

/** What a reader of ten seconds looks for, as far as the owner has filled it in. */
export function Facts() {
  if (!(owner.place || owner.since || owner.availability)) return null;
  return (
    <ul className={styles.facts}>
      {owner.place && <li>{owner.place}</li>}
      {owner.since && <li>{owner.since}</li>}
      {owner.availability && <li className={styles.availability}>{owner.availability}</li>}
    </ul>
  );
}

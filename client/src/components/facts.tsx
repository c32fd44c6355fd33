import { owner } from 'owner-content/content.js';
import { capitalize } from '../content/greeting.ts';
import styles from './facts.module.css';

/** What a reader of ten seconds looks for, as far as the owner has filled it in: each begins with a capital letter. */
const FACTS = [owner.place, owner.since, owner.availability].map((fact) => fact && capitalize(fact));

export function Facts() {
  const [place, since, availability] = FACTS;
  if (!FACTS.some(Boolean)) return null;
  return (
    <ul className={styles.facts}>
      {place && <li>{place}</li>}
      {since && <li>{since}</li>}
      {availability && <li className={styles.availability}>{availability}</li>}
    </ul>
  );
}

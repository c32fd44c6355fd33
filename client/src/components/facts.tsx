import { owner } from 'owner-content/content.js';
import { home } from '../content/home.ts';
import { belowBase } from '../content/link.ts';
import styles from './facts.module.css';

/** What a reader of ten seconds looks for, as far as the owner has filled it in. */
export function Facts() {
  if (!(owner.place || owner.since || owner.availability || owner.cv)) return null;
  return (
    <ul className={styles.facts}>
      {owner.place && <li>{owner.place}</li>}
      {owner.since && <li>{owner.since}</li>}
      {owner.availability && <li className={styles.availability}>{owner.availability}</li>}
      {owner.cv && (
        <li>
          <a href={belowBase(owner.cv)}>{home.cv}</a>
        </li>
      )}
    </ul>
  );
}

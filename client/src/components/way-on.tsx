import { Link } from 'react-router-dom';
import styles from './ways.module.css';

interface WayOnProps {
  question: string;
  to: string;
  label: string;
}

/** The line at the end of a page that leads to another one. */
export function WayOn({ question, to, label }: WayOnProps) {
  return (
    <p className={styles.ways}>
      {question}
      <Link to={to} viewTransition>
        {label}
      </Link>
    </p>
  );
}

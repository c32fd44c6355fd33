import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './ways.module.css';

interface WayOnProps {
  invitation: string;
  to: string;
  label: string;
  /** Another way, less used. */
  children?: ReactNode;
}

/** The line at the end of a page that leads to another one. */
export function WayOn({ invitation, to, label, children }: WayOnProps) {
  return (
    <p className={styles.ways}>
      {invitation}
      <Link to={to} viewTransition>
        {label}
      </Link>
      {children}
    </p>
  );
}

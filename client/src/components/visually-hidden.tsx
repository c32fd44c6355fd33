import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only, which announce it when it changes if it is a 'status'. */
export function VisuallyHidden({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span role={role} className={styles.text}>
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only; as a 'status', they read it out when it changes. */
export function VisuallyHidden({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span role={role} className={styles.text}>
      {children}
    </span>
  );
}

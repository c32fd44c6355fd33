import type { MouseEvent } from 'react';
import { site } from '../content/site.ts';
import styles from './skip-link.module.css';

/** The `id` of every page's `<main>`. */
export const CONTENT_ID = 'conteudo';

/** Skips the header (WCAG 2.4.1). No history entry, as the router would restore a wrong scroll position for it. */
export function SkipLink() {
  return (
    <a className={styles.link} href={`#${CONTENT_ID}`} onClick={skip}>
      {site.labels.skipToContent}
    </a>
  );
}

function skip(event: MouseEvent) {
  const content = document.getElementById(CONTENT_ID);
  if (content === null) return;
  event.preventDefault();
  content.focus({ preventScroll: true });
  content.scrollIntoView();
}

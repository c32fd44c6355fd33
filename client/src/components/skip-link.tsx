import type { MouseEvent } from 'react';
import { site } from '../content/site.ts';
import styles from './skip-link.module.css';

/** The `id` of every page's `<main>`. */
export const CONTENT_ID = 'conteudo';

/**
 * The first stop of the keyboard: past the header, to the content (WCAG 2.4.1). Without React it is a link like any other; with React no
 * entry is added to the history, for which the router would find the position of another one.
 */
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

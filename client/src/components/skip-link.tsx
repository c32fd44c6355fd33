import { site } from '../content/site.ts';
import styles from './skip-link.module.css';

/** The `id` of every page's `<main>`. */
export const CONTENT_ID = 'conteudo';

/** The first stop of the keyboard: past the header, to the content (WCAG 2.4.1). */
export function SkipLink() {
  return (
    <a className={styles.link} href={`#${CONTENT_ID}`}>
      {site.labels.skipToContent}
    </a>
  );
}

import type { RichText as Html } from '../../build/markdown.ts';
import styles from './rich-text.module.css';

/** Paragraphs of the content, or with `isLine` one line of them. */
export function RichText({ text, isLine = false }: { text: Html; isLine?: boolean }) {
  const Element = isLine ? 'span' : 'div';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: build/markdown.ts makes it, and refuses HTML of the content
  return <Element className={isLine ? undefined : styles.text} dangerouslySetInnerHTML={{ __html: text }} />;
}

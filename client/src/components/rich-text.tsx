import type { RichText as Html } from '../../build/markdown.ts';
import styles from './rich-text.module.css';

/** Paragraphs of the content; or one line of it, as a paragraph or an item of a list. */
export function RichText({ text, as: Element = 'div' }: { text: Html; as?: 'div' | 'li' | 'p' }) {
  const className = Element === 'div' ? styles.text : undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: build/markdown.ts makes it, and refuses HTML of the content
  return <Element className={className} dangerouslySetInnerHTML={{ __html: text }} />;
}

import type { ReactNode } from 'react';
import type { RichText as Html } from '../../build/markdown.ts';
import { RichText } from './rich-text.tsx';
import styles from './story.module.css';

interface StoryProps {
  heading: string;
  text: Html;
  children?: ReactNode;
}

/** A section of text, in a wide window with its heading beside it. */
export function Story({ heading, text, children }: StoryProps) {
  return (
    <section className={styles.section}>
      <h2>{heading}</h2>
      <div className={styles.paragraphs}>
        <RichText text={text} />
        {children}
      </div>
    </section>
  );
}

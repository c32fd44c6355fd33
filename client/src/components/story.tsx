import type { ReactNode } from 'react';
import type { RichText as Html } from '../../build/markdown.ts';
import { RichText } from './rich-text.tsx';
import styles from './story.module.css';

interface StoryProps {
  /** For a link to it, which gives the focus to its heading. */
  id?: string;
  headingLevel?: 'h2' | 'h3';
  heading: string;
  text: Html;
  /** What is not the text. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A section of text, in a wide window with its heading beside it. */
export function Story({ id, headingLevel: Heading = 'h2', heading, text, aside, children }: StoryProps) {
  return (
    <section className={styles.section}>
      <Heading id={id} tabIndex={id ? -1 : undefined}>
        {heading}
      </Heading>
      {aside}
      <div className={styles.paragraphs}>
        <RichText text={text} />
        {children}
      </div>
    </section>
  );
}

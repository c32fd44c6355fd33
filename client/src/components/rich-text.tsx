import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RichText as Html } from '../../build/markdown.ts';
import { site } from '../content/site.ts';
import styles from './rich-text.module.css';

/** Paragraphs of the content; or one line of it, as an item of a list. */
export function RichText({ text, as: Tag = 'div' }: { text: Html; as?: 'div' | 'li' }) {
  const className = Tag === 'div' ? styles.text : undefined;
  const navigate = useNavigate();

  /** The router goes to pages of its own, as with its links. */
  function followLink(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.pathname.slice(import.meta.env.BASE_URL.length - 1);
    const isOwn = link?.origin === location.origin && site.navigation.some((page) => page.path === path);
    if (!isOwn || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(`${path}${link.search}${link.hash}`, { viewTransition: true });
  }

  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: build/markdown.ts makes it, and refuses HTML of the content
    <Tag className={className} dangerouslySetInnerHTML={{ __html: text }} onClick={followLink} />
  );
}

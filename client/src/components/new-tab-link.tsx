import type { PropsWithChildren } from 'react';
import { belowBase, hrefOf, type Link, NEW_TAB } from '../content/link.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type NewTabLinkProps = PropsWithChildren<{ to: Link; className?: string | undefined }>;

/** A link that opens a new tab, and says so to screen readers (WCAG technique G201). */
export function NewTabLink({ to, className, children }: NewTabLinkProps) {
  return (
    <a href={belowBase(hrefOf(to))} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <VisuallyHidden>{` ${NEW_TAB}`}</VisuallyHidden>
    </a>
  );
}

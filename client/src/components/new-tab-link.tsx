import type { ReactNode } from 'react';
import { hrefOf, type Link } from '../content/link.ts';
import { site } from '../content/site.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A link out of the site: opens a new tab, and says so to screen readers (WCAG technique G201). */
export function NewTabLink({
  to,
  className,
  children,
}: {
  to: Link;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <a href={hrefOf(to)} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <VisuallyHidden>{` ${site.labels.newTab}`}</VisuallyHidden>
    </a>
  );
}

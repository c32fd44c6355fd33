import { owner } from 'owner-content/content.js';
import type { PropsWithChildren } from 'react';
import { home } from '../content/home.ts';
import { belowBase } from '../content/link.ts';

const siteUrl = import.meta.env.SITE_URL;

/** The link to the owner's CV, or nothing; `children` stand before its words. The address is for print.css. */
export function CvLink({ children }: PropsWithChildren) {
  if (owner.cv === undefined) return null;
  return (
    <a href={belowBase(owner.cv)} data-address={siteUrl === '' ? undefined : siteUrl + owner.cv}>
      {children}
      <span>
        {home.cv} {home.cvKind}
      </span>
    </a>
  );
}

import { owner } from 'owner-content/content.js';
import { home } from '../content/home.ts';
import { belowBase } from '../content/link.ts';

const siteUrl = import.meta.env.SITE_URL;

/** The address is for print.css. */
export function CvLink() {
  if (owner.cv === undefined) return null;
  return (
    <a href={belowBase(owner.cv)} data-address={siteUrl === '' ? undefined : siteUrl + owner.cv}>
      {home.cv}
      <span> {home.cvKind}</span>
    </a>
  );
}

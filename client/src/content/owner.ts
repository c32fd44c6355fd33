import { type Link, toFillIn } from './link.ts';
// What only you can know. `npm run setup` asks for it and writes the file; you may as well do it yourself.
import { gitHub, linkedIn, name, ownSite } from './owner.json';

interface Owner {
  /** Your name, shown in the header and in the titles. May stay empty: the site reads well without one. */
  name: string;
  /** Your own site, behind the logo in the footer. */
  ownSite: Link;
  linkedIn: Link;
  gitHub: Link;
}

/** A link that is empty in the file stands in, and each build lists it. The accent colour is read by client/build/accent.ts. */
export const owner = {
  name,
  // While it is not filled in, it leads to this very site.
  ownSite: ownSite || toFillIn('/inicio'),
  linkedIn: linkedIn || toFillIn('https://www.linkedin.com/'),
  gitHub: gitHub || toFillIn('https://github.com/'),
} satisfies Owner;

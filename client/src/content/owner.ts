import { toFillIn } from './link.ts';
// `npm run setup` writes this file. Everything in it but the accent may stay empty.
import { gitHub, linkedIn, name, ownSite } from './owner.json';

export const owner = {
  name,
  ownSite: ownSite || toFillIn('/inicio'),
  linkedIn: linkedIn || toFillIn('https://www.linkedin.com/'),
  gitHub: gitHub || toFillIn('https://github.com/'),
};

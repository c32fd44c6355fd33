import { home as own } from 'owner-content/content.js';
import { makeGreeting } from './greeting.ts';
import { owner } from './owner.ts';

export const home = {
  /** In a tab and in a shared link. */
  title: owner.place === undefined ? 'Dev web full-stack' : `Dev web full-stack, ${owner.place}`,
  heading: makeGreeting(owner),
  cv: 'Currículo',
  toProjects: 'Ver o que já fiz',
  toContact: 'Fale comigo',
  technologiesHeading: 'Tecnologias que uso',
  ...own,
};

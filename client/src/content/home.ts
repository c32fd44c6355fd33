import { home as own, owner } from 'owner-content/content.js';
import { HEADLINE, makeGreeting, splitGreeting } from './greeting.ts';

export const home = {
  /** In a tab and in a shared link. */
  title: [owner.headline ?? HEADLINE, owner.place]
    .filter(Boolean)
    .join(', ')
    .replace(/^./u, (letter) => letter.toLocaleUpperCase('pt-BR')),
  greeting: splitGreeting(owner),
  heading: makeGreeting(owner),
  cv: 'Currículo',
  cvKind: `(${owner.cv?.split('.').at(-1)?.toUpperCase()})`,
  toProjects: 'Ver o que já fiz',
  toContact: 'Fale comigo',
  worksHeading: 'Alguns projetos',
  toAll: 'Ver todos os projetos',
  invitation: 'Quer saber de onde venho?',
  toStory: 'Minha história',
  technologiesHeading: 'Tecnologias que uso',
  ...own,
};

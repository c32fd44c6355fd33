import { home as own, owner } from 'owner-content/content.js';
import { makeGreeting } from './greeting.ts';

export const home = {
  /** In a tab and in a shared link. */
  title: owner.place ? `Dev web full-stack, ${owner.place}` : 'Dev web full-stack',
  heading: makeGreeting(owner),
  cv: 'Currículo',
  cvKind: `(${owner.cv?.split('.').at(-1)?.toUpperCase()})`,
  toProjects: 'Ver o que já fiz',
  toContact: 'Fale comigo',
  worksHeading: 'Alguns projetos',
  toOthers: (count: number) => (count === 1 ? 'Ver mais um' : `Ver os outros ${count}`),
  question: 'Quer saber de onde venho?',
  toStory: 'Minha história',
  technologiesHeading: 'Tecnologias que uso',
  ...own,
};

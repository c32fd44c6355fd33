import { home as own } from 'owner-content/content.js';
import { makeGreeting } from './greeting.ts';
import { owner } from './owner.ts';

export const home = {
  title: 'Início',
  heading: makeGreeting(owner),
  cv: 'Currículo',
  toProjects: 'Ver o que já fiz',
  toContact: 'Fale comigo',
  technologiesHeading: 'Tecnologias com que trabalho',
  ...own,
};

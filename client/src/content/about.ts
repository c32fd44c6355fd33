import { about as own } from 'owner-content/content.js';

export const about = {
  title: 'Sobre mim',
  heading: 'Sobre mim',
  experienceHeading: 'Experiência',
  toolsHeading: 'Ferramentas',
  mainToolsHeading: 'Todo dia',
  otherToolsHeading: 'Também uso',
  invitation: 'Veja o que já construí.',
  toProjects: 'Conhecer os projetos',
  ...own,
};

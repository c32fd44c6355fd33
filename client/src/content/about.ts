import { about as own } from 'owner-content/content.js';

export const about = {
  title: 'Sobre mim',
  heading: 'Sobre mim',
  experienceHeading: 'Experiência',
  toolsHeading: 'Ferramentas',
  invitation: 'O resto está nos projetos.',
  toProjects: 'Conhecer cada um',
  ...own,
};

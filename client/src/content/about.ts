import { about as own } from 'owner-content/content.js';

export const about = {
  title: 'Sobre mim',
  heading: 'Sobre mim',
  experienceHeading: 'Experiência',
  toolsHeading: 'Ferramentas',
  question: 'Quer ver tudo isso funcionando?',
  ...own,
};

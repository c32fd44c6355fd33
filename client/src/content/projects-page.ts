import { projects as own } from 'owner-content/content.js';

export const projectsPage = {
  title: 'Projetos',
  heading: 'Projetos',
  description: own.description,
  previous: 'Projetos anteriores',
  next: 'Próximos projetos',
  deploy: 'veja o projeto',
  repository: 'acesse o repositório',
  toStory: 'como foi feito',
  toCard: 'volte ao projeto',
  storiesHeading: 'Como foi feito',
  backToTop: 'Voltar ao topo',
  invitation: 'Tem uma ideia parecida, ou bem diferente?',
  count: (total: number) => `${total} projetos`,
  none: 'Os primeiros projetos chegam em breve.',
  /** For screen readers; the first card has the number 1. */
  position: (first: number, last: number, total: number) =>
    first === last ? `Projeto ${first} de ${total}` : `Projetos ${first} a ${last} de ${total}`,
};

export const projects = own.projects;

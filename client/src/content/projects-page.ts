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
  invitation: 'Tem uma ideia parecida, ou bem diferente?',
  none: 'Os primeiros projetos chegam em breve.',
  storyHeading: (project: string) => `${project}: como foi feito`,
  others: (count: number) => `Outros ${count} projetos`,
  position: (page: number, total: number) => `Página ${page} de ${total}`,
};

export const projects = own.projects;

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
  close: 'fechar',
  /** Before their names. */
  all: 'Todos:',
  toNextStory: (title: string) => `próximo: ${title}`,
  invitation: 'Tem uma ideia parecida, ou bem diferente?',
  none: 'Os primeiros projetos chegam em breve.',
  storyHeading: (project: string) => `${project}: como foi feito`,
  others: (count: number) => `Outros ${count} projetos`,
  position: (from: number, to: number) =>
    `${from === to ? 'Projeto' : `Projetos ${from} a`} ${to} de ${own.projects.length}`,
};

export const projects = own.projects;

export interface ProjectsContent {
  title: string;
  heading: string;
  description: string;
  previous: string;
  next: string;
  /** Read out by screen readers when the page of cards changes; numbers count cards from 1. */
  position: (first: number, last: number, total: number) => string;
}

export const projectsPage = {
  title: 'Projetos',
  heading: 'Projetos',
  description:
    'Projetos de desenvolvimento web: cadastro e login no frontend e no backend, um site artístico, pixel art e o que vem por aí.',
  previous: 'Projetos anteriores',
  next: 'Próximos projetos',
  position: (first, last, total) =>
    first === last ? `Projeto ${first} de ${total}` : `Projetos ${first} a ${last} de ${total}`,
} satisfies ProjectsContent;

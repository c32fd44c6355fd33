export const projectsPage = {
  title: 'Projetos',
  heading: 'Projetos',
  description:
    'Projetos de desenvolvimento web: cadastro e login no frontend e no backend, um site artístico, pixel art e o que vem por aí.',
  previous: 'Projetos anteriores',
  next: 'Próximos projetos',
  /** For screen readers; the first card has the number 1. */
  position: (first: number, last: number, total: number) =>
    first === last ? `Projeto ${first} de ${total}` : `Projetos ${first} a ${last} de ${total}`,
};

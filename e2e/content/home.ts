import type { Home } from '../../client/src/content/home.ts';
import { owner } from '../../client/src/content/owner.ts';

export const home = {
  title: 'Início',
  description:
    'Portfólio de uma pessoa desenvolvedora web full-stack do litoral sul do Brasil: projetos, história, ferramentas e contato.',
  heading: owner.name ? `Olá! Eu sou ${owner.name}, dev web full-stack.` : 'Olá! Eu sou dev web full-stack.',
  paragraphs: [
    'Trabalho com desenvolvimento web de ponta a ponta: da tela em que a pessoa clica até o banco de dados que guarda a resposta.',
    'Gosto de código fácil de ler, de páginas rápidas e de sites que funcionam para todo mundo.',
  ],
  toProjects: 'Ver o que já fiz',
  toContact: 'Fale comigo',
  technologiesHeading: 'Tecnologias com que trabalho',
} satisfies Home;

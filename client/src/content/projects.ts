import signUpApi from './images/api-de-cadastro.svg';
import signUpAndLogIn from './images/cadastro-e-login.svg';
import pixelArt from './images/pixel-art.svg';
import artProject from './images/projeto-artistico.svg';
import futureProjects from './images/projetos-futuros.svg';
import { type Link, toFillIn } from './link.ts';

export interface Project {
  id: number;
  /** Imported above; 4 wide and 3 high. */
  image: string;
  /** What the image shows, for screen readers. */
  imageDescription: string;
  title: string;
  /** Where the title leads; null for nowhere yet. */
  deploy: Link | null;
  /** Where `repositoryLabel` leads; null for nowhere yet. */
  repository: Link | null;
  repositoryLabel: string;
  description: string[];
  /** Such as `en`, where the description is not in Portuguese (WCAG 3.1.2). */
  descriptionLanguage?: string | undefined;
}

const REPOSITORY_LABEL = 'acesse o repositório';

export const projects = [
  {
    id: 1,
    image: signUpAndLogIn,
    imageDescription: 'Desenho de uma tela de cadastro, com campos e um botão.',
    title: 'Cadastro e login: frontend',
    deploy: toFillIn('https://pages.github.com/'),
    repository: toFillIn('https://github.com/'),
    repositoryLabel: REPOSITORY_LABEL,
    description: [
      'Telas de cadastro e de login de usuários.',
      'Feito com React, Vite e TypeScript.',
      'Valida os dados, mostra e esconde a senha e confere o usuário.',
    ],
  },
  {
    id: 2,
    image: signUpApi,
    imageDescription: 'Desenho de um servidor ligado a um banco de dados.',
    title: 'Cadastro e login: backend',
    deploy: toFillIn('https://pages.github.com/'),
    repository: toFillIn('https://github.com/'),
    repositoryLabel: REPOSITORY_LABEL,
    description: ['API de cadastro e de login de usuários.', 'Feita com Node.js, TypeScript, PostgreSQL e Prisma ORM.'],
  },
  {
    id: 3,
    image: artProject,
    imageDescription: 'Desenho de uma moldura com formas coloridas dentro.',
    title: 'Site para um projeto artístico',
    deploy: toFillIn('https://pages.github.com/'),
    repository: toFillIn('https://github.com/'),
    repositoryLabel: REPOSITORY_LABEL,
    description: ['Site de uma página só.', 'Feito com HTML, CSS puro e JavaScript.'],
  },
  {
    id: 4,
    image: pixelArt,
    imageDescription: 'Desenho de um barco feito de quadradinhos.',
    title: 'Pixel art',
    deploy: toFillIn('https://pages.github.com/'),
    repository: toFillIn('https://github.com/'),
    repositoryLabel: REPOSITORY_LABEL,
    description: ['Um quadro para desenhar pixel por pixel.', 'Feito com JavaScript, HTML e CSS.'],
  },
  {
    id: 5,
    image: futureProjects,
    imageDescription: 'Desenho de um horizonte sobre o mar.',
    title: 'Projetos futuros...',
    deploy: null,
    repository: null,
    repositoryLabel: 'estamos trabalhando...',
    description: [
      'Lorem ipsum dolor sit amet, consectetur adipiscing elit.',
      'Sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.',
    ],
    descriptionLanguage: 'la',
  },
] satisfies Project[];

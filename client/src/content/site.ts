import type { PagePath } from '../page-paths.ts';
import { owner } from './owner.ts';

export interface Site {
  /** What the header and the titles say while there is no name. */
  nameless: string;
  /** The header's links, in this order. */
  navigation: { path: PagePath; label: string }[];
  labels: Record<
    | 'skipToContent'
    | 'previewImage'
    | 'navigation'
    | 'openMenu'
    | 'closeMenu'
    | 'menu'
    | 'darkTheme'
    | 'newTab'
    | 'developedBy'
    | 'ownSite',
    string
  >;
}

export const site = {
  nameless: 'Portfólio',
  navigation: [
    { path: '/inicio', label: 'Início' },
    { path: '/sobremim', label: 'Sobre mim' },
    { path: '/contato', label: 'Contato' },
    { path: '/projetos', label: 'Projetos' },
  ],
  labels: {
    skipToContent: 'Pular para o conteúdo',
    navigation: 'Principal',
    openMenu: 'Abrir menu',
    closeMenu: 'Fechar menu',
    menu: 'Menu',
    darkTheme: 'Tema escuro',
    newTab: '(abre em nova aba)',
    previewImage: 'O sol, meio dentro da água, acima de três ondas.',
    developedBy: 'Desenvolvido por:',
    ownSite: 'Site pessoal',
  },
} satisfies Site;

/** The name the site goes by: the owner's, or the one for a site without. */
export function siteName(): string {
  return owner.name || site.nameless;
}

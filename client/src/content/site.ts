import { type Link, toFillIn } from './link.ts';

interface Site {
  /** Your name, shown in the header and in the titles. May stay empty: the site reads well without one. */
  ownerName: string;
  /** What the header and the titles say while there is no name. */
  nameless: string;
  /** Your own site, behind the logo in the footer. */
  ownSite: Link;
  linkedIn: Link;
  gitHub: Link;
  /** The header's links, in this order. */
  navigation: { path: string; label: string }[];
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
  ownerName: '',
  nameless: 'Portfólio',
  // While it is not filled in, it leads to this very site.
  ownSite: toFillIn('/inicio'),
  linkedIn: toFillIn('https://www.linkedin.com/'),
  gitHub: toFillIn('https://github.com/'),
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
  return site.ownerName || site.nameless;
}

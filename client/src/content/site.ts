import { owner } from 'owner-content/content.js';

export const site = {
  /** In place of the owner's name. */
  nameless: 'Dev do litoral',
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
    calmSea: 'Acalmar o mar',
    calmSeaDescription: 'Interrompe os movimentos contínuos das páginas.',
    backToTop: 'Voltar ao topo',
    developedBy: 'Desenvolvido por:',
    late: 'Sua mensagem ainda não chegou: o site tenta de novo.',
    arrived: '✓ Sua mensagem chegou.',
  },
};

/** What the picture of link previews shows beside the heading of Home. */
export const previewImage = 'O sol, meio dentro da água, acima de três ondas.';

export function siteName(): string {
  return owner.shortName || owner.name || site.nameless;
}

/** Of a tab and of a shared link. */
export function makeTitle(page: { title: string }): string {
  return `${page.title} · ${siteName()}`;
}

/** Whether headers set it smaller. */
export function hasLongName(): boolean {
  return siteName().length > 30;
}

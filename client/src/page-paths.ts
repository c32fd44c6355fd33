export const PAGE_PATHS = ['/inicio', '/sobremim', '/projetos', '/contato'] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

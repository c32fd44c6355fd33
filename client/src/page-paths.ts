/** The addresses of the pages. What each one shows is in routes.tsx. */
export const PAGE_PATHS = ['/inicio', '/sobremim', '/projetos', '/contato'] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

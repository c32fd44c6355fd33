/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv extends Readonly<import('../build/build-settings.ts').BuildSettings> {}

/** What client/build/content.ts makes from the owner's files. */
declare module 'owner-content/content.js' {
  type Content = import('../build/content-schema.ts').Content;
  export const owner: Omit<Content['owner'], 'accent'>;
  export const home: Content['home'];
  export const about: Content['about'];
  export const projects: Content['projects'];
  export const technologies: Omit<Content['technologies'][number], 'icon'>[];
  /** The address of an SVG file with a symbol for each technology. */
  export const technologyIcons: string;
}

/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

// Filled in by vite.config.ts from build-settings.ts.
interface ImportMetaEnv extends Readonly<import('../build-settings.ts').ImportMetaEnvOfSite> {}

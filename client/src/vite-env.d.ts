/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

// Filled in by build/vite.config.ts from build/build-settings.ts.
interface ImportMetaEnv extends Readonly<import('../build/build-settings.ts').BuildSettings> {}

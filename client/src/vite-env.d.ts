/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

// Defined by build/vite.config.ts.
interface ImportMetaEnv extends Readonly<import('../build/build-settings.ts').BuildSettings> {}

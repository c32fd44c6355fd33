import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';

/** Only what is called here: neither ES2023's nor Node's types have it, and the DOM's would bring `window` along. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/**
 * Loads Prisma's migration engine, for development, as WebAssembly: the native one is a download. The package's own
 * entry imports its .wasm file as a module, which Node 20 cannot do. `url`: the database it works on.
 */
export async function loadSchemaEngine(url: string, schema?: string): Promise<SchemaEngine> {
  const glueFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  // A new instance each time: the glue keeps views of the memory it was linked to first.
  const glue = await import(`${pathToFileURL(glueFile).href}?${performance.now()}`);
  const wasm = await readFile(join(dirname(glueFile), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  // The package's own schema_engine.js makes the same call right after linking.
  (instance.exports['__wbindgen_start'] as () => void)();
  const datamodels = schema === undefined ? undefined : [['schema.prisma', schema]];
  return glue.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(new PrismaPg(url)));
}

/**
 * The SQL that leads from one Prisma schema to another (`null`: an empty database), or a comment that it is empty. The
 * engine connects to `url`, any PostgreSQL database, but neither reads nor changes anything in it.
 * @throws what the engine says of a schema it cannot read
 */
export async function diffSchemas(url: string, from: string | null, to: string): Promise<string> {
  const target = (content: string) => ({
    tag: 'schemaDatamodel' as const,
    files: [{ path: 'schema.prisma', content }],
  });
  const engine = await loadSchemaEngine(url, to);
  try {
    const { stdout } = await engine.diff({
      from: from === null ? { tag: 'empty' } : target(from),
      to: target(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    engine.free();
  }
}

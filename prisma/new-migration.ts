import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../server/src/migrate.ts';
import { OperatorError } from '../server/src/operator-error.ts';
import { diffSchemas } from './schema-engine.ts';

/**
 * Writes the migration that leads from the schema of the last one (snapshot.prisma: the engine's WebAssembly cannot
 * replay migrations, Prisma 7.10) to today's schema.prisma, and tries it, after all others, on an empty database.
 * @param prismaDir absolute path of the folder with schema.prisma and migrations/
 * @param url an empty PostgreSQL database, which gets the tables
 * @returns name of its folder in prisma/migrations, such as `20261121120000_add_phone`
 * @throws OperatorError if the name is invalid, nothing changed, or schema or SQL do not work; writes nothing then
 */
export async function createMigration(name: string, prismaDir: string, url: string): Promise<string> {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
    throw new OperatorError(
      `The name says what the migration does, in small letters and digits joined by _, such as add_phone; given: ${JSON.stringify(name)}.`,
    );
  }
  const migrationsDir = join(prismaDir, 'migrations');
  const schemaFile = join(prismaDir, 'schema.prisma');
  const snapshotFile = join(migrationsDir, 'snapshot.prisma');
  const [before, after] = await Promise.all([readFile(snapshotFile, 'utf8'), readFile(schemaFile, 'utf8')]);
  const sql = await diffSchemas(url, before, after).catch((error: unknown) => {
    throw new OperatorError(`prisma/schema.prisma cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  if (sql.replace(/--.*$/gm, '').trim() === '') {
    throw new OperatorError('prisma/schema.prisma asks for nothing that the migrations do not make: change it first.');
  }
  // Migrations are applied in the order of their names: this one must be the last.
  const last =
    (await readdir(migrationsDir))
      .filter((entry) => /^\d{14}_/.test(entry))
      .sort()
      .at(-1) ?? '';
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const stamp = last < now ? now : String(BigInt(last.slice(0, 14)) + 1n);
  const folder = join(migrationsDir, `${stamp}_${name}`);
  await mkdir(folder);
  try {
    await writeFile(join(folder, 'migration.sql'), sql);
    await migrate(url, migrationsDir);
    await copyFile(schemaFile, snapshotFile);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  return `${stamp}_${name}`;
}

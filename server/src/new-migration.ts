import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diffSchemas, migrate } from './migrate.ts';
import { OperatorError } from './operator-error.ts';

export interface NewMigration {
  /** Name of its folder in prisma/migrations, such as `20261121120000_add_phone`. */
  folder: string;
  /** What it may cost in a database with rows, a sentence each. Stands at the top of the file too. */
  warnings: string[];
}

/** The schema that all migrations together make: what the next one starts from. */
const SNAPSHOT = 'snapshot.prisma';

/**
 * Writes the migration that leads from the schema of the last one to today's schema.prisma, and tries it, after all others, on an empty database.
 *
 * The engine's WebAssembly build can neither read a PostgreSQL database nor replay migrations into a shadow database (Prisma 7.10), so the
 * older schema is a file beside the migrations.
 *
 * @param name in words joined by `_`
 * @param prismaDir absolute path of the folder with schema.prisma and migrations/
 * @param url an empty PostgreSQL database, which gets the tables
 * @throws OperatorError where the name is none, nothing changed, or the SQL does not work; nothing is written then
 */
export async function createMigration(name: string, prismaDir: string, url: string): Promise<NewMigration> {
  const migrationsDir = join(prismaDir, 'migrations');
  const existing = (await readdir(migrationsDir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  checkName(name, existing);

  const schemaFile = join(prismaDir, 'schema.prisma');
  const snapshotFile = join(migrationsDir, SNAPSHOT);
  const [before, after] = await Promise.all([readFile(snapshotFile, 'utf8'), readFile(schemaFile, 'utf8')]);
  const sql = await diff(url, before, after);
  if (isEmpty(sql)) {
    throw new OperatorError(
      'prisma/schema.prisma asks for nothing that the migrations do not make already: change it first. Nothing was written.',
    );
  }

  const warnings = findDangers(sql);
  const folder = `${nextTimestamp(existing.at(-1))}_${name}`;
  await mkdir(join(migrationsDir, folder));
  try {
    await writeFile(join(migrationsDir, folder, 'migration.sql'), withWarnings(sql, warnings));
    await migrate(url, migrationsDir);
    await copyFile(schemaFile, snapshotFile);
  } catch (error) {
    await rm(join(migrationsDir, folder), { recursive: true });
    throw error;
  }
  return { folder, warnings };
}

function checkName(name: string, existing: readonly string[]): void {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) || name.length > 60) {
    throw new OperatorError(
      `The name says what the migration does, in small letters and digits joined by _, up to 60 of them, such as add_phone; given: ${JSON.stringify(name)}.`,
    );
  }
  const taken = existing.find((folder) => folder.replace(/^\d+_/, '') === name);
  if (taken !== undefined) {
    throw new OperatorError(
      `There is a migration of this name already: prisma/migrations/${taken}. Choose another one.`,
    );
  }
}

async function diff(url: string, before: string, after: string): Promise<string> {
  try {
    return await diffSchemas(url, before, after);
  } catch (error) {
    throw new OperatorError(
      `prisma/schema.prisma cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

function isEmpty(sql: string): boolean {
  return sql.replace(/--.*$/gm, '').trim() === '';
}

/** UTC, as Prisma names its folders; always after the last one, since migrations are applied by name. */
function nextTimestamp(last: string | undefined): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const lastStamp = /^\d{14}/.exec(last ?? '')?.[0];
  return lastStamp === undefined || now > lastStamp ? now : String(BigInt(lastStamp) + 1n);
}

/** What PostgreSQL does without asking, or refuses only once there are rows. */
const DANGERS: [pattern: RegExp, warning: (match: RegExpExecArray) => string][] = [
  [/DROP TABLE ("[^;]+")/g, ([, table]) => `${table} is dropped, with all its rows.`],
  [
    /ALTER TABLE ("[^"]+")[^;]*?DROP COLUMN ("[^"]+")/g,
    ([, table, column]) => `${column} of ${table} is dropped, with all its values. A rename is not seen as one.`,
  ],
  [
    /ALTER TABLE ("[^"]+")[^;]*?ALTER COLUMN ("[^"]+") SET DATA TYPE/g,
    ([, table, column]) =>
      `${column} of ${table} changes its type: values that do not fit stop the migration or are cut.`,
  ],
  [
    /ALTER TABLE ("[^"]+")[^;]*?ALTER COLUMN ("[^"]+") SET NOT NULL/g,
    ([, table, column]) => `${column} of ${table} is required from now on: a row without it stops the migration.`,
  ],
  [
    /ALTER TABLE ("[^"]+")[^;]*?ADD COLUMN +("[^"]+") (?![^,;]*DEFAULT)[^,;]*NOT NULL/g,
    ([, table, column]) => `${column} of ${table} is required and has no default: any row there stops the migration.`,
  ],
  [
    /CREATE UNIQUE INDEX "[^"]+" ON ("[^"]+")/g,
    ([, table]) => `A unique index on ${table}: rows that are equal in it stop the migration.`,
  ],
  [
    /ALTER TYPE ("[^"]+") RENAME TO "[^"]+_old"/g,
    ([, type]) => `${type} loses a value: a row that has it stops the migration.`,
  ],
];

function findDangers(sql: string): string[] {
  return DANGERS.flatMap(([pattern, warning]) =>
    // A statement may name several columns, each of which the pattern finds only from the statement's beginning.
    splitAlterations(sql).flatMap((statement) => [...statement.matchAll(pattern)].map(warning)),
  );
}

/** The statements, those with several alterations once for each. */
function splitAlterations(sql: string): string[] {
  return sql.split(/;\s*$/m).flatMap((statement) => {
    const [, head, alterations] = /(ALTER TABLE "[^"]+" )([\s\S]*)/.exec(statement) ?? [];
    if (head === undefined || alterations === undefined) return [statement];
    return alterations.split(/,\n/).map((alteration) => head + alteration.trim());
  });
}

function withWarnings(sql: string, warnings: string[]): string {
  if (warnings.length === 0) return sql;
  return `${['-- Look twice: what this may cost in a database with rows.', ...warnings.map((line) => `-- - ${line}`)].join('\n')}\n\n${sql}`;
}

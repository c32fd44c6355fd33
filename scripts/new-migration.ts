import { createMigration } from '../prisma/new-migration.ts';
import { startTemporaryPostgres } from '../server/test/temporary-postgres.ts';
import { TOP } from './project.mjs';
import { step } from './steps.mjs';
import { atStop } from './stopping.mjs';

/** `npm run db:migration -- name`. */
export async function newMigration({ positionals: [name = ''] }: { positionals: string[] }): Promise<void> {
  const starting = step('Starting an empty PostgreSQL', () => startTemporaryPostgres());
  atStop(async () => (await starting.catch(() => undefined))?.stop());
  const { url } = await starting;
  const folder = await step('Writing the migration, and trying it', () => createMigration(name, `${TOP}prisma`, url));
  process.stdout.write(`
prisma/migrations/${folder}/migration.sql is written: read it, then commit it with schema.prisma and snapshot.prisma.
The site applies it at its next start.
`);
}

import { main } from './main.mjs';
import { install } from './prepare.mjs';
import { TOP } from './project.mjs';
import { CommandFailed } from './run.mjs';
import { step } from './steps.mjs';
import { atStop, stop } from './stopping.mjs';

/**
 * `npm run db:migration -- name`: writes the SQL of a change of prisma/schema.prisma into a new folder of prisma/migrations. Needs no network,
 * and touches no database but an empty one of its own, which it tries the SQL on.
 */
await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined || rest.length > 0 || name.startsWith('-')) {
    throw new CommandFailed('Usage: npm run db:migration -- name, where the name says what changes, such as add_phone');
  }
  await install();
  // Not before the packages they need are there.
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../server/test/temporary-postgres.ts')} */
  const { startTemporaryPostgres } = await tsImport('../server/test/temporary-postgres.ts', import.meta.url);
  /** @type {typeof import('../prisma/new-migration.ts')} */
  const { createMigration } = await tsImport('../prisma/new-migration.ts', import.meta.url);

  const starting = step('Starting an empty PostgreSQL', startTemporaryPostgres);
  atStop(async () => (await starting.catch(() => undefined))?.stop());
  const { url } = await starting;
  const folder = await step('Writing the migration, and trying it', () => createMigration(name, `${TOP}prisma`, url));
  process.stdout.write(
    [
      '',
      `prisma/migrations/${folder}/migration.sql is written: read it, then commit it with schema.prisma and snapshot.prisma.`,
      'The site applies it at its next start.',
      '',
    ].join('\n'),
  );
  await stop(0);
});

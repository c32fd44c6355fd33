import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/migrate.ts';
import { MIGRATIONS_DIR } from './migrations-dir.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's own PostgreSQL server, to a superuser. */
    postgresUrl: string;
  }
}

/** The migrated database that each test file's own one is copied from: quicker than migrating each. */
export const TEMPLATE_DATABASE = 'portfolio_template';

/** One PostgreSQL server for the run, in a folder of its own, migrated the production way. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres();
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(postgres.superuserUrl);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate(template.href, MIGRATIONS_DIR);

  project.provide('postgresUrl', postgres.superuserUrl);
  return postgres.stop;
}

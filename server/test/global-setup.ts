import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/migrate.ts';
import { MIGRATIONS_DIR } from './migrations-dir.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Copying it for each test is quicker than migrating. */
export const TEMPLATE_DATABASE = 'portfolio_template';

/**
 * One PostgreSQL server for the run, migrated the production way: a temporary one, or the one that TEST_DATABASE_URL
 * names to a superuser, for example of another version (docs/deploy.md). There the template stays.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const { superuserUrl, stop } = given ? { superuserUrl: given, stop: async () => {} } : await startTemporaryPostgres();
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(superuserUrl);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate(template.href, MIGRATIONS_DIR);

  project.provide('postgresUrl', superuserUrl);
  return stop;
}

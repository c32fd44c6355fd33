/** Migrates a database, in a process that a test can kill: `migrating-process.ts URL MIGRATIONS_DIR`. */
import { migrate } from '../src/migrate.ts';

const [url = '', migrationsDir = ''] = process.argv.slice(2);
await migrate(url, migrationsDir);

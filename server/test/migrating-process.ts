// Migrates a database in a process that a test can kill.
import { migrate } from '../src/migrate.ts';

const [url = '', migrationsDir = ''] = process.argv.slice(2);
await migrate(url, migrationsDir);

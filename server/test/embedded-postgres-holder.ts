import { startEmbeddedPostgres } from '../src/embedded-postgres.ts';

/**
 * A process of its own that holds the embedded database of the folder it is given, so that a test can kill it. Tells its parent the URL, and
 * lets go when the parent asks it to or disconnects.
 */
const dataDir = process.argv[2] ?? '';
try {
  const postgres = await startEmbeddedPostgres(dataDir);
  process.once('disconnect', () => void postgres.stop());
  process.once('message', () => void postgres.stop().then(() => process.disconnect()));
  process.send?.({ url: postgres.url });
} catch (error) {
  process.send?.({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.disconnect();
}

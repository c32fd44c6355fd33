import { startEmbeddedPostgres } from '../src/embedded-postgres.ts';

// Holds the embedded database of a folder until its parent asks it to stop, disconnects or kills it.
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

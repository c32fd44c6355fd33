import type { Message } from '@portfolio/contract/message';
import { Client } from 'pg';

/** Where global-setup.ts leaves the address of the PostgreSQL of this run for the workers. */
export const POSTGRES_URL_VARIABLE = 'E2E_POSTGRES_URL';

/** What a test may ask PostgreSQL itself about the messages, past the server. */
export interface StoredMessages {
  readonly databaseUrl: string;
  /** The messages from one address, oldest first. Each test uses an address of its own. */
  from(email: string): Promise<Message[]>;
  /** The status of each of them, such as `new`. */
  statusesFrom(email: string): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Creates an empty database, which the server then migrates.
 *
 * @param adminUrl the connection string of any database of a PostgreSQL where databases may be created
 * @param name the new database's name: lower-case letters, digits and underscores
 */
export async function createDatabase(adminUrl: string, name: string): Promise<StoredMessages> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)}`);
  await admin.end();

  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return openMessages(url.href);
}

/**
 * Connects to a database that is there already.
 *
 * @param databaseUrl its connection string
 */
export async function openMessages(databaseUrl: string): Promise<StoredMessages> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    databaseUrl,
    async from(email) {
      const { rows } = await client.query<Message>(
        'SELECT name, email, text FROM messages WHERE email = $1 ORDER BY created_at',
        [email],
      );
      return rows;
    },
    async statusesFrom(email) {
      const { rows } = await client.query<{ status: string }>(
        'SELECT status FROM messages WHERE email = $1 ORDER BY created_at',
        [email],
      );
      return rows.map(({ status }) => status);
    },
    close: () => client.end(),
  };
}

import type { Message } from '@portfolio/contract/message';
import { Client } from 'pg';

/** Set by global-setup.ts for the workers. */
export const POSTGRES_URL_VARIABLE = 'E2E_POSTGRES_URL';

/** Asks PostgreSQL directly, not the server. */
export interface StoredMessages {
  readonly databaseUrl: string;
  /** Oldest first. Each test uses an address of its own. */
  from(email: string): Promise<Message[]>;
  statusesFrom(email: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Creates an empty database, which the server then migrates. @param name lower-case letters, digits and underscores */
export async function createDatabase(adminUrl: string, name: string): Promise<StoredMessages> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)}`);
  await admin.end();

  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return openMessages(url.href);
}

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

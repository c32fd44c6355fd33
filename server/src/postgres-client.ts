import pg from 'pg';

/** Missing in the types of node-postgres, which has no option for what ScramClient does. */
interface Internals {
  connection: pg.Connection;
  /** Null after the server's SCRAM signature was verified. */
  saslSession?: object | null;
  _handleAuthCleartextPassword(): void;
  _handleAuthMD5Password(): void;
  _handleReadyForQuery(message: unknown): void;
}
const Client = pg.Client as unknown as new (config?: string | pg.ClientConfig) => pg.Client & Internals;

/**
 * Never sends the password in clear text or as MD5, and sends no statement before the server has proved by SCRAM (RFC
 * 5802) that it knows the password: after a crash another program may listen on the database's port.
 */
export class ScramClient extends Client {
  override _handleAuthCleartextPassword(): void {
    this.#refuse();
  }

  override _handleAuthMD5Password(): void {
    this.#refuse();
  }

  override _handleReadyForQuery(message: unknown): void {
    if (this.saslSession === null) super._handleReadyForQuery(message);
    else this.#refuse();
  }

  #refuse(): void {
    this.connection.stream.destroy(
      new Error('The server on this port has not proved by SCRAM that it is the database.'),
    );
  }
}

/**
 * Options for a `pg.Pool`. With libpq's `require_auth=scram-sha-256` in the URL only SCRAM is accepted. node-postgres
 * (8) treats these three modes as `verify-full`, with a warning.
 */
export function poolTo(url: string) {
  const isScramOnly = /[?&]require_auth=scram-sha-256(&|$)/.test(url);
  const connectionString = /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
  return { connectionString, Client: isScramOnly ? ScramClient : pg.Client };
}

/** A firewall may drop packets without an answer. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Works with a connection of its own. `signal` ends it, also during a statement. @throws what `work` and pg throw */
export async function connectOnce<T>(
  url: string,
  work: (connection: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const { Client, connectionString } = poolTo(url);
  const connection = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  connection.on('error', () => {}); // the next query reports it
  const cancel = () => void connection.end();
  signal?.addEventListener('abort', cancel);
  try {
    await connection.connect();
    return await work(connection);
  } finally {
    signal?.removeEventListener('abort', cancel);
    await connection.end();
  }
}

/** Host and name of a database, without user and password. */
export function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host')}${decodeURIComponent(pathname)}`;
}

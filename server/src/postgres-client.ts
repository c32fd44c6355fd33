import pg from 'pg';

/** What the client of node-postgres has and its types leave out. */
interface Internals {
  connection: pg.Connection;
  /** Null once the server's SCRAM signature was found right. */
  saslSession?: object | null;
  _handleAuthCleartextPassword(): void;
  _handleAuthMD5Password(): void;
  _handleReadyForQuery(message: unknown): void;
}
const Client = pg.Client as unknown as new (config?: string | pg.ClientConfig) => pg.Client & Internals;

/**
 * A client that gives no server the password in clear text or as MD5, and sends no statement before the server has proved by SCRAM (RFC 5802)
 * that it is the one that knows the password: after a crash anyone on this machine may listen on the database's port. node-postgres (pinned) has
 * no option for it.
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
 * Options for a `pg.Pool`.
 *
 * @param url connection string; with `require_auth=scram-sha-256`, which is libpq's (PostgreSQL 16), no other authentication is accepted
 */
export function poolTo(url: string) {
  const isScramOnly = /[?&]require_auth=scram-sha-256(&|$)/.test(url);
  return { connectionString: url, Client: isScramOnly ? ScramClient : pg.Client };
}

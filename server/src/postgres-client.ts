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

/** Options for a `pg.Pool`. With libpq's `require_auth=scram-sha-256` in the URL only SCRAM is accepted. */
export function poolTo(url: string) {
  const isScramOnly = /[?&]require_auth=scram-sha-256(&|$)/.test(url);
  return { connectionString: url, Client: isScramOnly ? ScramClient : pg.Client };
}

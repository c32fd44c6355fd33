import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../log.ts';

/** The bits of an IPv6 address that name a customer rather than a device, as providers hand them out. */
const IPV6_PREFIX_BITS = 56;

/**
 * How long one statement of the limiter may take, in milliseconds: what is left of ANSWER_TIMEOUT_MS (http/deadline.ts) must do for
 * storing the message. Kept by PostgreSQL, so that no backend goes on waiting, and a flood that keeps this process busy does not
 * count as a limiter that hangs.
 */
export const LIMITER_TIMEOUT_MS = 500;

export interface SenderLimit {
  /**
   * Counts one message of a sender.
   *
   * @param address IPv4 or IPv6 address
   * @returns 0 while the sender may go on, else the seconds until then
   */
  consume(address: string): Promise<number>;
}

/**
 * Limits how many messages one address may send in a time, for all copies of the server together: the count is one row in
 * PostgreSQL, changed by one atomic statement. A limiter that fails or hangs lets the message through: losing one is worse than a few
 * too many.
 *
 * @param points messages a sender may send in one window
 * @param windowS length of the window, in seconds
 * @param timeoutMs for each statement, in milliseconds
 */
export function createSenderLimit(
  pool: pg.Pool,
  log: Logger,
  { points, windowS, timeoutMs = LIMITER_TIMEOUT_MS }: { points: number; windowS: number; timeoutMs?: number },
): SenderLimit {
  const client = { query: (query: pg.QueryConfig) => queryInTime(pool, timeoutMs, query) };
  const limiter = new RateLimiterPostgres({
    storeClient: client,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true, // by prisma/migrations
    keyPrefix: '',
    points,
    duration: windowS,
  });
  let hashKey: Promise<Buffer> | undefined;

  async function hash(address: string): Promise<string> {
    hashKey ??= readHashKey(client);
    // A failed read must not be remembered: the database will be back.
    hashKey.catch(() => {
      hashKey = undefined;
    });
    return createHmac('sha256', await hashKey)
      .update(senderOf(address))
      .digest('base64url');
  }

  return {
    async consume(address) {
      try {
        await limiter.consume(await hash(address));
        return 0;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return Math.ceil(reason.msBeforeNext / 1000) || 1;
        log.warn({ err: reason }, 'the sender limit failed; the message passes without it');
        return 0;
      }
    },
  };
}

/**
 * Runs one statement, and gives up when it takes too long. A count need not survive a crash of PostgreSQL, so nobody waits for the disk.
 *
 * @throws what PostgreSQL says; 57014 when the time is up
 */
async function queryInTime(pool: pg.Pool, timeoutMs: number, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL synchronous_commit = off`);
    // The second limit is for a connection that has gone dead, on which PostgreSQL could say nothing.
    const timed: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: 2 * timeoutMs };
    const result = await client.query(timed);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function readHashKey(client: { query(query: pg.QueryConfig): Promise<pg.QueryResult> }): Promise<Buffer> {
  const { rows } = await client.query({ text: "SELECT value FROM server_secrets WHERE name = 'sender-hash'" });
  if (rows[0] === undefined) throw new Error('server_secrets has no sender-hash');
  return rows[0].value;
}

/** What counts as one sender: an IPv4 address, or the /56 of an IPv6 address. */
export function senderOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // ::ffff:192.0.2.1 is 192.0.2.1
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX_BITS}`;
}

import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../log.ts';

/** The bits of an IPv6 address that name a customer rather than a device, as providers hand them out. */
const IPV6_PREFIX_BITS = 56;

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
 * PostgreSQL, changed by one atomic statement. A fault of the limiter lets the message through: losing one is worse than a few too many.
 *
 * @param points messages a sender may send in one window
 * @param windowS length of the window, in seconds
 */
export function createSenderLimit(
  pool: pg.Pool,
  log: Logger,
  { points, windowS }: { points: number; windowS: number },
): SenderLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true, // by prisma/migrations
    keyPrefix: '',
    points,
    duration: windowS,
  });
  let hashKey: Promise<Buffer> | undefined;

  async function hash(address: string): Promise<string> {
    hashKey ??= readHashKey(pool);
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

async function readHashKey(pool: pg.Pool): Promise<Buffer> {
  const { rows } = await pool.query<{ value: Buffer }>("SELECT value FROM server_secrets WHERE name = 'sender-hash'");
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

import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { OperatorError } from '../operator-error.ts';

/** How many messages one sender may send in one window. */
export interface SenderLimit {
  points: number;
  /** Length of the window, in seconds. */
  windowS: number;
}

/** The bits of an IPv6 address that name a customer rather than a device, as providers hand them out. */
const IPV6_PREFIX_BITS = 56;

/**
 * Reads the key of the senders' hashes, which all copies of the server share; the first migration made it.
 *
 * @throws OperatorError where the database has none
 */
export async function readSenderKey(prisma: PrismaClient): Promise<Uint8Array> {
  // Not a model call: at each start Prisma would first compile its plan.
  const [secret] = await prisma.$queryRaw<{ value: Uint8Array }[]>`
    SELECT value FROM server_secrets WHERE name = 'sender-hash'`;
  if (secret) return secret.value;
  throw new OperatorError(
    "The table server_secrets has no row 'sender-hash': restore it from a backup, or insert one with 32 random bytes.",
  );
}

/** What a sender is counted under: never the address itself. */
export function hashSender(address: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(senderOf(address)).digest('base64url');
}

/** What counts as one sender: an IPv4 address, or the /56 of an IPv6 address. */
export function senderOf(address: string): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // ::ffff:192.0.2.1 is 192.0.2.1
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX_BITS}`;
}

/**
 * Adds the new messages of `incoming` to the counts of their senders; a sender whose window is over begins a new one. Part of the statement that
 * stores them (message-store.ts), so that what is not stored is not counted. In the order of the senders, so that two copies of the server cannot
 * wait for each other.
 */
export function countSenders({ windowS }: SenderLimit): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO rate_limits AS known (sender, count, window_ends)
    SELECT sender, count(*), now() + ${windowS} * interval '1 second' FROM incoming WHERE NOT is_replay GROUP BY sender ORDER BY sender
    ON CONFLICT (sender) DO UPDATE SET
      count = excluded.count + CASE WHEN known.window_ends > now() THEN known.count ELSE 0 END,
      window_ends = CASE WHEN known.window_ends > now() THEN known.window_ends ELSE excluded.window_ends END
    RETURNING sender, count, window_ends`;
}

/** In its place where the limiter fails: touches no table. */
export const COUNT_NOBODY = Prisma.sql`SELECT NULL::text AS sender, NULL::int AS count, NULL::timestamptz AS window_ends WHERE false`;

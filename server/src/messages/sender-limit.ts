import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { OperatorError } from '../operator-error.ts';

export interface SenderLimit {
  points: number;
  windowS: number;
}

/** Providers give each customer a prefix of this length. */
const IPV6_PREFIX_BITS = 56;

/** Reads the key of the senders' hashes, shared by all copies of the server. @throws OperatorError if there is none */
export async function readSenderKey(prisma: PrismaClient): Promise<Uint8Array> {
  // For a model call Prisma would compile a plan at each start.
  const [secret] = await prisma.$queryRaw<{ value: Uint8Array }[]>`
    SELECT value FROM server_secrets WHERE name = 'sender-hash'`;
  if (secret) return secret.value;
  throw new OperatorError(
    "The table server_secrets has no row 'sender-hash': restore it from a backup, or insert one with 32 random bytes.",
  );
}

/** A keyed hash of the sender: this is stored, not the address. */
export function hashSender(address: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(senderOf(address)).digest('base64url');
}

/** One sender is an IPv4 address, or the /56 of an IPv6 address. */
export function senderOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // ::ffff:192.0.2.1 is 192.0.2.1
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX_BITS}`;
}

/**
 * Counts the new messages of `incoming`; a sender whose window is over begins a new one. Part of the statement that
 * stores them (message-store.ts): what is not stored is not counted. Sorted, so that servers do not deadlock.
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

/** Instead of `countSenders` if that fails: touches no table. */
export const COUNT_NOBODY = Prisma.sql`SELECT NULL::text AS sender, NULL::int AS count, NULL::timestamptz AS window_ends WHERE false`;

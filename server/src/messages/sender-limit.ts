import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Logger } from '../log.ts';

/** The bits of an IPv6 address that name a customer rather than a device, as providers hand them out. */
const IPV6_PREFIX_BITS = 56;

/**
 * Gives the name that a sender is counted under: the same for all copies of the server, and never the address itself.
 *
 * @param address IPv4 or IPv6 address
 * @returns null where that cannot be told at this moment: the message then passes uncounted, as losing one is worse than a few too many
 */
export type NameSender = (address: string) => Promise<string | null>;

/** Names senders by a keyed hash; the key is read from the database once. */
export function createSenderNames(prisma: PrismaClient, log: Logger): NameSender {
  let hashKey: Promise<Uint8Array> | undefined;
  return async (address) => {
    try {
      hashKey ??= readHashKey(prisma);
      return createHmac('sha256', await hashKey)
        .update(senderOf(address))
        .digest('base64url');
    } catch (error) {
      // A failed read must not be remembered: the database will be back.
      hashKey = undefined;
      log.warn({ err: error }, 'the sender limit failed; the message passes without it');
      return null;
    }
  };
}

async function readHashKey(prisma: PrismaClient): Promise<Uint8Array> {
  const [row] = await prisma.$queryRaw<
    { value: Uint8Array }[]
  >`SELECT value FROM server_secrets WHERE name = 'sender-hash'`;
  if (row === undefined) throw new Error('server_secrets has no sender-hash');
  return row.value;
}

/** What counts as one sender: an IPv4 address, or the /56 of an IPv6 address. */
export function senderOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // ::ffff:192.0.2.1 is 192.0.2.1
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX_BITS}`;
}

import { createHash } from 'node:crypto';

/** What a careful hand would write: the key decides, one row, prepared once a connection. The same for every peer that speaks SQL. */
export const PREPARED_INSERT = {
  name: 'save-message',
  text: `INSERT INTO messages (id, name, email, text, fingerprint) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING RETURNING created_at`,
};

/**
 * The column's own rule: SHA-256 over the three fields.
 * @param {{ name: string, email: string, text: string }} message
 */
export function fingerprintOf({ name, email, text }) {
  return createHash('sha256').update([name, email, text].join('\0')).digest();
}

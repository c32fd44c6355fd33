import { createHash } from 'node:crypto';

/** Handwritten SQL: the key decides; one row, prepared once per connection. */
export const PREPARED_INSERT = {
  name: 'save-message',
  text: `INSERT INTO messages (id, name, email, text, fingerprint) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING RETURNING created_at`,
};

/** The column's rule: SHA-256 of the three fields. @param {{ name: string, email: string, text: string }} message */
export function fingerprintOf({ name, email, text }) {
  return createHash('sha256').update([name, email, text].join('\0')).digest();
}

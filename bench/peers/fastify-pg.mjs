import { LIMITS } from '@portfolio/contract/message';
import Fastify from 'fastify';
import pg from 'pg';
import { fingerprintOf, PREPARED_INSERT } from './prepared-insert.mjs';

/** Fastify with node-postgres and a prepared insert. It validates and deduplicates by key. No limits, no log. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
const app = Fastify({ bodyLimit: 32 * 1024 });

/** @param {keyof typeof LIMITS} field */
const text = (field) => ({ type: 'string', minLength: LIMITS[field].min, maxLength: LIMITS[field].max });

app.route({
  method: 'POST',
  url: '/save-message',
  schema: {
    headers: {
      type: 'object',
      required: ['idempotency-key'],
      properties: { 'idempotency-key': { type: 'string', pattern: '^"[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}"$' } },
    },
    body: {
      type: 'object',
      required: ['name', 'email', 'text'],
      properties: { name: text('name'), email: { ...text('email'), pattern: '@' }, text: text('text') },
    },
    response: {
      '2xx': {
        type: 'object',
        properties: { id: { type: 'string' }, createdAt: { type: 'string', format: 'date-time' } },
      },
    },
  },
  async handler(request, reply) {
    const id = String(request.headers['idempotency-key']).slice(1, -1);
    // The schema above has checked it.
    const message = /** @type {{ name: string, email: string, text: string }} */ (request.body);
    const { rows } = await pool.query({
      ...PREPARED_INSERT,
      values: [id, message.name, message.email, message.text, fingerprintOf(message)],
    });
    return reply.code(rows.length === 1 ? 201 : 200).send({ id, createdAt: rows[0]?.created_at });
  },
});

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });

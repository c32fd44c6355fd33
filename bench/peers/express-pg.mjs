import express from 'express';
import pg from 'pg';
import { fingerprintOf, PREPARED_INSERT } from './prepared-insert.mjs';

/** The least that Express and node-postgres can be, to compare starts with. It checks nothing. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
const app = express();

app.post('/save-message', express.json({ limit: '32kb' }), async (request, response) => {
  const id = String(request.get('Idempotency-Key')).slice(1, -1);
  const { name, email, text } = request.body;
  const { rows } = await pool.query({
    ...PREPARED_INSERT,
    values: [id, name, email, text, fingerprintOf({ name, email, text })],
  });
  response.status(rows.length === 1 ? 201 : 200).json({ id, createdAt: rows[0]?.created_at });
});

app.listen(Number(process.env['PORT']), '127.0.0.1');

import { parseMessage } from '@portfolio/contract/message';
import { PrismaPg } from '@prisma/adapter-pg';
import express from 'express';
import { PrismaClient } from '../../server/src/generated/prisma/client.ts';
import { fingerprintOf } from './prepared-insert.mjs';

/** Express with `prisma.message.create`, as in the documentation, and the contract's validation. No limits, no log. */
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env['DATABASE_URL'] }) });
const app = express();

app.post('/save-message', express.json({ limit: '32kb' }), async (request, response) => {
  const id = String(request.get('Idempotency-Key')).slice(1, -1);
  const parsed = parseMessage(request.body);
  if (!parsed.ok) {
    response.status(400).json({ errors: parsed.errors });
    return;
  }
  const { createdAt } = await prisma.message.create({
    data: { id, ...parsed.message, fingerprint: new Uint8Array(fingerprintOf(parsed.message)) },
  });
  response.status(201).json({ id, createdAt });
});

app.listen(Number(process.env['PORT']), '127.0.0.1');

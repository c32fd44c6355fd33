import { randomUUID } from 'node:crypto';
import { LIMITS } from '@portfolio/contract/message';
import fc from 'fast-check';
import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildMessage, listen, startTestApp, type TestApp } from './support.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
});

function post(body: unknown) {
  return request(site.app)
    .post('/save-message')
    .set('Content-Type', 'application/json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

async function expectRefusal(response: request.Response, status: number, code: string) {
  expect(response.status).toBe(status);
  expect(response.type).toBe('application/problem+json');
  expect(response.body).toMatchObject({ type: 'about:blank', status, code });
  expect(response.body.title).toEqual(expect.any(String));
  expect(response.body.detail).toEqual(expect.any(String));
  expect(await site.database.rows()).toEqual([]);
}

describe('a message that keeps the rules', () => {
  it('is answered with 201, its id and its time, and stands in PostgreSQL as it was sent', async () => {
    const message = buildMessage();
    const response = await post(message);

    expect(response.status).toBe(201);
    expect(response.type).toBe('application/json');
    const [row, ...others] = await site.database.rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ...message, status: 'new', spam_reasons: [] });
    expect(response.body).toEqual({ id: row?.id, createdAt: row?.created_at.toISOString() });
  });

  it.each([
    ['Portuguese accents', 'Ação, coração, pão — à vontade, São João, você, güela, ñandú'],
    ['emoji with joiners and skin tones', '👩🏽‍💻 oi 🇧🇷🏖️🌊 tudo bem? 👨‍👩‍👧‍👦'],
    ['right-to-left text', 'שלום עולם ‏مرحبا بالعالم‎ olá'],
    ['line breaks, tabs and blanks at the ends', '  primeira linha\n\n\tsegunda\r\nterceira linha  '],
    ['text that looks like SQL or markup', `'); DROP TABLE messages; -- <script>alert("x")</script> \${a} %s \\x00`],
    ['combining marks, not normalised', 'a\u0301e\u0301 \u1E9B\u0323 caf\u0065\u0301 à la carte'],
  ])('keeps every byte of %s', async (_kind, text) => {
    const response = await post(buildMessage({ text }));
    expect(response.status).toBe(201);
    const [row] = await site.database.rows();
    expect(Buffer.from(row?.text ?? '')).toEqual(Buffer.from(text));
  });

  it.each([
    ['the first plane', 'ç'],
    ['a higher plane', '🌊'],
    ['the last plane', '\u{10FFFD}'],
  ])('may have 5,000 characters of %s', async (_kind, character) => {
    const text = character.repeat(LIMITS.text.max);
    expect((await post(buildMessage({ text }))).status).toBe(201);
    const [row] = await site.database.rows();
    expect(row?.text).toBe(text);
  });

  it('is stored without the fields that are none of a message', async () => {
    const id = randomUUID();
    const body = {
      ...buildMessage(),
      id,
      status: 'read',
      created_at: '1999-01-01',
      createdAt: '1999-01-01',
      constructor: 1,
    };
    const response = await post(body);
    expect(response.status).toBe(201);
    const [row] = await site.database.rows();
    expect(row).toMatchObject({ ...buildMessage(), status: 'new' });
    expect(row?.id).not.toBe(id);
    expect(row?.created_at.getFullYear()).toBeGreaterThan(1999);
  });

  it('may begin with a byte order mark', async () => {
    expect((await post(`\ufeff${JSON.stringify(buildMessage())}`)).status).toBe(201);
    expect(await site.database.rows()).toMatchObject([buildMessage()]);
  });

  it('takes the last of two equal keys, as JSON.parse does', async () => {
    const response = await post(
      '{"name":"Ana","email":"a@b.co1","text":"primeiro texto longo","text":"segundo texto longo"}',
    );
    expect(response.status).toBe(201);
    expect((await site.database.rows())[0]?.text).toBe('segundo texto longo');
  });
});

describe('the time a message came', () => {
  it.each(['America/Sao_Paulo', 'Asia/Kolkata'])(
    'is the stored one also where the database speaks the time of %s',
    async (zone) => {
      const name = new URL(site.database.url).pathname.slice(1);
      await site.database.query(`ALTER DATABASE ${name} SET timezone = '${zone}'`);
      const response = await post(buildMessage());
      const [row] = await site.database.rows();
      expect(response.body.createdAt).toBe(row?.created_at.toISOString());
    },
  );
});

describe('a message that breaks a rule', () => {
  it.each([
    ['a missing name', { name: undefined }, 'name', 'required'],
    ['a null name', { name: null }, 'name', 'required'],
    ['an empty name', { name: '' }, 'name', 'required'],
    ['a name of blanks', { name: '     ' }, 'name', 'required'],
    ['a name that nobody can see', { name: '\u3164\u200e\u2800' }, 'name', 'required'],
    ['a name of two characters', { name: 'Aé' }, 'name', 'too_short'],
    ['a name of two emoji', { name: '👍👍' }, 'name', 'too_short'],
    ['a name over 100 characters', { name: 'a'.repeat(101) }, 'name', 'too_long'],
    ['a name with a line break', { name: 'Ana\r\nBcc: x@y.zz' }, 'name', 'control_characters'],
    ['a number for a name', { name: 12345 }, 'name', 'invalid_type'],
    ['an array for a name', { name: ['Ana', 'Bia'] }, 'name', 'invalid_type'],
    ['an object for a name', { name: { first: 'Ana' } }, 'name', 'invalid_type'],
    ['a missing email', { email: undefined }, 'email', 'required'],
    ['an email of five characters', { email: 'a@b.c' }, 'email', 'too_short'],
    ['an email without @', { email: 'ana.example.com' }, 'email', 'invalid_email'],
    ['an email over 254 characters', { email: `${'a'.repeat(250)}@b.co` }, 'email', 'too_long'],
    ['an email with a line break', { email: 'ana@example.com\nCc: x@y' }, 'email', 'control_characters'],
    ['true for an email', { email: true }, 'email', 'invalid_type'],
    ['a missing text', { text: undefined }, 'text', 'required'],
    ['a text of blanks', { text: ' \n\t '.repeat(10) }, 'text', 'required'],
    ['a text of 14 characters', { text: 'a'.repeat(14) }, 'text', 'too_short'],
    ['a text over 5,000 characters', { text: 'a'.repeat(5001) }, 'text', 'too_long'],
    ['a text with NUL', { text: 'um texto longo\u0000 o bastante' }, 'text', 'control_characters'],
    ['a text with an escape character', { text: 'um texto longo \u001b[31m o bastante' }, 'text', 'control_characters'],
    ['a text with half a character', { text: 'um texto longo \ud83c o bastante' }, 'text', 'malformed_text'],
    ['a name with half a character', { name: 'Ana \udf0a' }, 'name', 'malformed_text'],
  ])('with %s is refused, saying which field and why', async (_kind, overrides, field, code) => {
    const response = await post({ ...buildMessage(), ...overrides });
    await expectRefusal(response, 400, 'invalid_message');
    expect(response.body.errors).toEqual([{ field, code, message: expect.any(String) }]);
  });

  it.each([
    ['a list', []],
    ['a list of messages', [buildMessage()]],
    ['null', null],
    ['a number', 7],
    ['a string', '"texto"'],
    ['nothing', {}],
  ])('being %s in place of an object is refused with an error for each field', async (_kind, body) => {
    const response = await post(body);
    await expectRefusal(response, 400, 'invalid_message');
    expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual(['name', 'email', 'text']);
  });

  it('is refused although it pollutes a prototype', async () => {
    const response = await post(
      '{"__proto__":{"name":"Ana Souza","email":"ana@example.com","text":"um texto longo o bastante"}}',
    );
    await expectRefusal(response, 400, 'invalid_message');
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });
});

describe('a body that cannot be read', () => {
  it.each(['{"name":', 'name=Ana', "{'name': 1}", '', '\u0000', '{"name":"\u0000"}'])(
    'such as %j is refused with 400',
    async (body) => {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(response.type).toBe('application/problem+json');
      expect(['malformed_body', 'invalid_message']).toContain(response.body.code);
      expect(await site.database.rows()).toEqual([]);
    },
  );

  it('that is not UTF-8 is refused rather than stored with other characters', async () => {
    const body = Buffer.from(JSON.stringify(buildMessage({ text: 'cora\u00e7\u00e3o de um texto longo' })), 'latin1');
    const url = await listen(site.app);
    const response = await fetch(`${url}/save-message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'malformed_body' });
    expect(await site.database.rows()).toEqual([]);
  });

  it('over 32 kB is refused with 413', async () => {
    await expectRefusal(await post({ ...buildMessage(), more: 'x'.repeat(33 * 1024) }), 413, 'body_too_large');
  });

  it('over 32 kB, of a length that nobody has said, is refused with 413', async () => {
    const url = await listen(site.app);
    const response = await fetch(`${url}/save-message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Blob([JSON.stringify(buildMessage({ text: 'x'.repeat(33 * 1024) }))]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await site.database.rows()).toEqual([]);
  });

  it('of 32 kB less a little is read', async () => {
    expect((await post({ ...buildMessage(), more: 'x'.repeat(32 * 1024 - 300) })).status).toBe(201);
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonp', 'text/json'])(
    'of type %s is refused with 415',
    async (type) => {
      const response = await request(site.app)
        .post('/save-message')
        .set('Content-Type', type)
        .send(JSON.stringify(buildMessage()));
      await expectRefusal(response, 415, 'unsupported_media_type');
      expect(response.headers['accept-post']).toContain('application/json');
    },
  );

  it('without a type is refused with 415', async () => {
    await expectRefusal(await request(site.app).post('/save-message'), 415, 'unsupported_media_type');
  });

  it.each(['charset=utf-8', 'charset="UTF-8"', 'charset = utf-8', 'version=1; charset=utf-8'])(
    'with %s is stored',
    async (parameters) => {
      const response = await request(site.app)
        .post('/save-message')
        .set('Content-Type', `application/json; ${parameters}`)
        .send(JSON.stringify(buildMessage()));
      expect(response.status).toBe(201);
    },
  );

  it.each([
    ['charset=utf-16', 'Content-Type', 'application/json; charset=utf-16'],
    ['charset = "utf-16"', 'Content-Type', 'application/json; charset = "utf-16"'],
    ['gzip', 'Content-Encoding', 'gzip'],
  ])('in %s is refused with 415', async (_kind, header, value) => {
    const response = await request(site.app)
      .post('/save-message')
      .set('Content-Type', 'application/json')
      .set(header, value)
      .send(JSON.stringify(buildMessage()));
    await expectRefusal(response, 415, 'unsupported_media_type');
  });
});

describe('any body at all', () => {
  it('is either stored or refused as the caller’s fault, 1,000 times', async () => {
    const anything = fc.oneof(
      fc.record({ name: fc.anything(), email: fc.anything(), text: fc.anything() }, { requiredKeys: [] }),
      fc.record({
        name: fc.string({ unit: 'binary', maxLength: 110 }),
        email: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `${text}@`),
        text: fc.string({ unit: 'binary', minLength: 10, maxLength: 60 }),
      }),
      fc.object({ withNullPrototype: true, withDate: true, withSparseArray: true }),
      fc.anything(),
    );
    const bodies = fc.oneof(
      { weight: 3, arbitrary: anything.map((value) => JSON.stringify(value, replaceBigInt) ?? '') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    );
    const url = await listen(site.app);
    const samples = fc.sample(bodies, 1_000);
    for (let start = 0; start < samples.length; start += 50) {
      const batch = samples.slice(start, start + 50);
      // By fetch, which keeps its connections: supertest opens one for each.
      const answers = await Promise.all(
        batch.map(async (body) => {
          const response = await fetch(`${url}/save-message`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body,
          });
          return { status: response.status, answer: await response.text() };
        }),
      );
      for (const [index, { status, answer }] of answers.entries()) {
        expect([201, 400, 413], `answer ${answer} to ${JSON.stringify(batch[index])}`).toContain(status);
      }
    }
    const stored = await site.database.rows();
    expect(stored.length).toBeGreaterThan(0);
  }, 300_000);
});

function replaceBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

describe('another way to ask', () => {
  it.each(['get', 'put', 'patch', 'delete'] as const)(
    '%s /save-message is answered with 405 and Allow',
    async (method) => {
      const response = await request(site.app)[method]('/save-message');
      await expectRefusal(response, 405, 'method_not_allowed');
      expect(response.headers['allow']).toBe('POST, OPTIONS');
    },
  );

  it('nothing stored can be read over HTTP', async () => {
    const { body } = await post(buildMessage());
    for (const path of [`/save-message/${body.id}`, '/messages', `/messages/${body.id}`, '/api/messages']) {
      expect((await request(site.app).get(path)).status).toBe(404);
    }
  });
});

describe('the same message again', () => {
  const key = '8e03978e-40d5-43e8-bc93-6894a57f9324';
  const send = (message = buildMessage(), header = `"${key}"`) => post(message).set('Idempotency-Key', header);

  it('under the same key is answered with 200 and the same body, and stands once', async () => {
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.body.id).toBe(key);
    expect(await site.database.rows()).toHaveLength(1);
  });

  it('counts as the same whether the key is quoted, bare or in capitals', async () => {
    expect((await send(buildMessage(), key)).status).toBe(201);
    expect((await send(buildMessage(), `"${key}"`)).status).toBe(200);
    expect((await send(buildMessage(), key.toUpperCase())).status).toBe(200);
    expect(await site.database.rows()).toHaveLength(1);
  });

  it('with other content under the same key is refused with 422, and the first stays as it was', async () => {
    await send();
    const response = await send(buildMessage({ text: 'Outro texto, longo o bastante.' }));
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await site.database.rows()).toMatchObject([buildMessage()]);
  });

  it.each(['', '""', 'abc', `"${key}`, `${key}, ${key}`, '1'.repeat(36), `{${key}}`])(
    'with the key %j is refused with 400',
    async (header) => {
      await expectRefusal(await send(buildMessage(), header), 400, 'malformed_idempotency_key');
    },
  );

  it('a hundred times at once makes one row and one answer of 201', async () => {
    const url = await listen(site.app);
    const responses = await Promise.all(
      Array.from({ length: 100 }, () =>
        request(url).post('/save-message').set('Idempotency-Key', `"${key}"`).send(buildMessage()),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(99);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await site.database.rows()).toHaveLength(1);
  });

  it('without a key, from the same sender on the same day, is answered as under the same key, in JSON or as a form', async () => {
    const first = await post(buildMessage());
    const second = await post(buildMessage());
    const form = await request(site.app)
      .post('/save-message')
      .set('Accept', 'application/json')
      .type('form')
      .send(buildMessage());
    expect([first.status, second.status, form.status]).toEqual([201, 200, 200]);
    expect(second.body).toEqual(first.body);
    expect(form.body).toEqual(first.body);
    expect(await site.database.rows()).toMatchObject([{ status: 'new' }]);
  });

  it('without a key on another day, or with other words, is a message of its own', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const day of ['2026-11-20', '2026-11-23']) {
      vi.setSystemTime(`${day}T12:00:00Z`);
      expect((await post(buildMessage())).status).toBe(201);
      expect((await post(buildMessage({ text: 'Outro texto, longo o bastante.' }))).status).toBe(201);
    }
    expect(await site.database.rows()).toHaveLength(4);
  });

  it('without a key has one that nobody can make who knows words, address and day, but not the key of the hashes', async () => {
    const ids = [];
    for (const secret of ['one secret', 'another secret']) {
      const { app } = await startTestApp({ senderKey: Buffer.from(secret) });
      const response = await request(app).post('/save-message').send(buildMessage());
      expect(response.status).toBe(201);
      ids.push(response.body.id);
    }
    expect(new Set(ids).size).toBe(2);
  });

  it('without a key from another sender is a message of its own', async () => {
    const { app, database } = await startTestApp({ trustProxy: 1 });
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const { status } = await request(app).post('/save-message').set('X-Forwarded-For', address).send(buildMessage());
      expect(status).toBe(201);
    }
    expect(await database.rows()).toHaveLength(2);
  });
});

import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { buildMessage, listen, startTestApp } from './support.ts';

function postForm(app: Parameters<typeof request>[0], fields: Record<string, string>) {
  return request(app)
    .post('/save-message')
    .set('Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    .type('form')
    .send(fields)
    .redirects(0);
}

describe('the plain form of a visitor without JavaScript', () => {
  it('is stored, and leads to the page that says so', async () => {
    const { app, database } = await startTestApp();
    const response = await postForm(app, { ...buildMessage() });
    expect(response.status).toBe(303);
    expect(response.headers['location']).toBe('/mensagem-enviada');
    expect(await database.rows()).toMatchObject([{ ...buildMessage(), status: 'new' }]);
  });

  it('from a page on another allowed host leads back to that host, and nowhere else', async () => {
    const { app } = await startTestApp({ corsOrigins: ['https://ana.example'] });
    const response = await postForm(app, { ...buildMessage(), redirect: 'https://evil.example' }).set(
      'Origin',
      'https://ana.example',
    );
    expect(response.headers['location']).toBe('https://ana.example/mensagem-enviada');
  });

  it('keeps line breaks as they were typed, not as forms send them', async () => {
    const { app, database } = await startTestApp();
    await postForm(app, { ...buildMessage(), text: 'primeira linha\r\n\r\nterceira linha ção 🌊' });
    expect((await database.rows())[0]?.text).toBe('primeira linha\n\nterceira linha ção 🌊');
  });

  it('may be as long as any other message, whatever its characters weigh in a form', async () => {
    const { app, database } = await startTestApp();
    const text = '海'.repeat(5_000);
    expect((await postForm(app, { ...buildMessage(), text })).status).toBe(303);
    expect((await database.rows())[0]?.text).toBe(text);
  });

  it('over 32 kB is refused', async () => {
    const { app, database } = await startTestApp();
    expect((await postForm(app, { ...buildMessage(), text: 'a'.repeat(33 * 1024) })).status).toBe(413);
    expect((await postForm(app, { ...buildMessage(), text: 'a'.repeat(200 * 1024) })).status).toBe(413);
    expect(await database.rows()).toEqual([]);
  });

  it('sent twice, as by a second press of the button, is stored once', async () => {
    const { app, database } = await startTestApp();
    await postForm(app, { ...buildMessage() });
    const again = await postForm(app, { ...buildMessage() });
    expect(again.status).toBe(303);
    expect(await database.rows()).toHaveLength(1);
  });

  it('that breaks rules is answered with a page that says what to mend and keeps what was typed', async () => {
    const { app, database } = await startTestApp();
    const response = await postForm(app, {
      name: 'Al',
      email: '"><script>alert(1)</script>',
      text: '\n<b>curto</b> & {{name}}',
    });
    expect(response.status).toBe(400);
    expect(response.type).toBe('text/html');
    expect(response.text).toContain('Escreva o nome com pelo menos 3 caracteres.');
    expect(response.text).toContain('Escreva um email com @.');
    expect(response.text).toContain('<h1>não enviada</h1>');
    expect(response.text).toContain('value="Al"');
    expect(response.text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(response.text).not.toContain('<script>');
    expect(response.text).toContain('<textarea name="text">\n\n&lt;b&gt;curto&lt;/b&gt; &amp; {{name}}</textarea>');
    expect(await database.rows()).toEqual([]);
  });

  it('is kept on the page while the database is away', async () => {
    const { app } = await startTestApp({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
    const response = await postForm(app, { ...buildMessage() });
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBeDefined();
    expect(response.text).toContain(buildMessage().text);
    expect(response.text).toContain('Tente de novo em instantes.');
  });

  it('is not called unsent when the server gave up on it, as it may be stored all the same', async () => {
    const { app, database } = await startTestApp({ answerTimeoutMs: 500 });
    const response = await database.holding('LOCK TABLE messages IN ACCESS EXCLUSIVE MODE', () =>
      postForm(app, { ...buildMessage() }),
    );
    expect(response.status).toBe(503);
    expect(response.text).toContain('<h1>talvez enviada</h1>');
    expect(response.text).toContain('Não sabemos se a mensagem chegou a ser guardada.');
    expect(response.text).toContain(buildMessage().text);
  });

  it.each([
    ['that is far too large', 413, 'application/x-www-form-urlencoded', `text=${'a'.repeat(200 * 1024)}`],
    ['in another character set', 415, 'application/x-www-form-urlencoded; charset=iso-8859-1', 'text=ol%E1'],
  ])(
    '%s is answered with a page that does not claim to have kept what it could not read',
    async (_kind, status, type, body) => {
      const { app } = await startTestApp();
      const response = await request(app)
        .post('/save-message')
        .set({ Accept: 'text/html', 'Content-Type': type })
        .send(body);
      expect(response.status).toBe(status);
      expect(response.text).toContain('<h1>não deu para ler</h1>');
      expect(response.text).toContain('<textarea name="text">\n</textarea>');
    },
  );

  it('that is not UTF-8 is answered so too, rather than stored with other characters', async () => {
    const { app, database } = await startTestApp();
    // Not by supertest, which sends bytes as an object.
    const response = await fetch(`${await listen(app)}/save-message`, {
      method: 'POST',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Buffer.from('name=Ana&email=ana@example.com&text=cora\u00e7\u00e3o de um texto longo', 'latin1'),
      redirect: 'manual',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('<h1>não deu para ler</h1>');
    expect(await database.rows()).toEqual([]);
  });

  it('that says more than 32 kB is refused with 413, and keeps what was typed', async () => {
    const text = 'a'.repeat(40 * 1024);
    const response = await postForm((await startTestApp()).app, { ...buildMessage(), text });
    expect(response.status).toBe(413);
    expect(response.text.includes(text)).toBe(true);
  });

  it('from a program that asks for JSON is answered with JSON', async () => {
    const { app } = await startTestApp();
    const send = (fields: object) =>
      request(app).post('/save-message').set('Accept', 'application/json').type('form').send(fields);
    expect((await send(buildMessage())).status).toBe(201);
    expect((await send({ name: 'Al' })).type).toBe('application/problem+json');
  });
});

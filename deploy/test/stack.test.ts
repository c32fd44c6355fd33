import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStack, docker, type Stack } from './stack.ts';
import { sendMessage, startTraffic } from './visitors.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await createStack();
  await stack.up(['--build', 'db', 'server', 'client']);
});

afterAll(async () => {
  await stack.remove();
});

async function expectStoredOnce(acknowledged: string[]) {
  expect(acknowledged.length).toBeGreaterThan(0);
  // A message contains its number, so that a second copy is found under any id.
  const texts = await stack.query('SELECT text FROM messages');
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  const wrong = acknowledged.filter((id) => times.get(`Uma mensagem com o número ${id}`) !== 1);
  expect(wrong).toEqual([]);
}

describe('the stack', () => {
  it('is healthy after one command, and takes a message', async () => {
    expect((await fetch(`${stack.http}/inicio`)).status).toBe(200);
    expect(await (await fetch(`${stack.http}/health`)).json()).toEqual({ status: 'ok', database: 'ok' });
    await expectStoredOnce([await sendMessage(stack.http)]);
  });

  it('takes a message from a form without JavaScript, and leads to the page that says so', async () => {
    const response = await fetch(`${stack.http}/save-message`, {
      method: 'POST',
      headers: { Accept: 'text/html', Origin: stack.http },
      body: new URLSearchParams({ name: 'Ana', email: 'ana@exemplo.br', text: 'Uma mensagem sem JavaScript' }),
    });
    expect(response.url).toBe(`${stack.http}/mensagem-enviada`);
    expect(response.status).toBe(200);
  });

  it('shows the database to nobody, and the password to nobody but the server', async () => {
    const config = JSON.parse(await stack.compose(['config', '--format', 'json']));
    expect(config.services.db.ports ?? []).toEqual([]);
    expect(config.networks.inside.internal).toBe(true);
    const password = (await stack.compose(['exec', '-T', 'server', 'cat', '/run/portfolio/database-password'])).trim();
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    const [db = '', server = '', client = ''] = (
      await Promise.all(['db', 'server', 'client'].map((service) => stack.containersOf(service)))
    ).flat();
    expect(await docker('inspect', db, server, client)).not.toContain(password);
    const images = ['server', 'client'].map((service) => config.services[service].image ?? `${config.name}-${service}`);
    expect(await docker('image', 'inspect', ...images)).not.toContain(password);
  });

  it('runs as a user without rights, on a file system that cannot be written to', async () => {
    for (const service of ['server', 'client']) {
      expect((await stack.compose(['exec', '-T', service, 'id', '-u'])).trim()).toBe('1000');
      const write = ['sh', '-c', 'touch /here 2>&1; touch /srv/here 2>&1; true'];
      expect(await stack.compose(['exec', '-T', service, ...write])).toMatch(/Read-only file system/);
    }
  });

  it('has bounds: no capability but those it starts with, so much memory, so many processes', async () => {
    const kept: Record<string, string[]> = {
      db: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      server: [],
      client: ['NET_BIND_SERVICE'],
    };
    for (const [service, capabilities] of Object.entries(kept)) {
      const [{ HostConfig: bounds }] = JSON.parse(await docker('inspect', ...(await stack.containersOf(service))));
      expect(bounds.CapDrop).toEqual(['ALL']);
      expect((bounds.CapAdd ?? []).map((name: string) => name.replace('CAP_', '')).toSorted()).toEqual(capabilities);
      expect(bounds.Memory).toBeGreaterThan(0);
      expect(bounds.PidsLimit).toBeGreaterThan(0);
    }
  });

  it('gives the server a role that can neither run programs nor read files, and nobody the superuser’s password', async () => {
    const program = stack.query("COPY (SELECT 1) TO PROGRAM 'cat'");
    await expect(program).rejects.toThrow(/permission denied to COPY to or from an external program/);
    await expect(stack.query("SELECT pg_read_file('PG_VERSION')")).rejects.toThrow(/permission denied/);
    // Over the network, as the server connects.
    const connect = (role: string) =>
      stack.compose([
        ...['exec', '-T', 'db', 'sh', '-c'],
        `PGPASSWORD=$(cat /run/portfolio/database-password) psql -h db -U ${role} portfolio -Atc 'SELECT usesuper FROM pg_user WHERE usename = current_user'`,
      ]);
    expect((await connect('portfolio_site')).trim()).toBe('f');
    await expect(connect('portfolio')).rejects.toThrow(/password authentication failed/);
  });

  it('brings over a database of before there was the role, with its messages', async () => {
    const id = await sendMessage(stack.http);
    const before =
      'REASSIGN OWNED BY portfolio_site TO portfolio; DROP OWNED BY portfolio_site; DROP ROLE portfolio_site';
    await stack.compose(['exec', '-T', 'db', 'psql', '--username=portfolio', '--command', before]);
    await stack.compose(['restart', 'db']);
    await stack.up();
    await expectStoredOnce([id, await sendMessage(stack.http)]);
    await stack.query('ALTER TABLE messages ADD COLUMN more int; ALTER TABLE messages DROP COLUMN more');
  });

  it('has no package in the server’s image: all are bundled in', async () => {
    expect((await stack.compose(['exec', '-T', 'server', 'ls'])).split(/\s+/)).not.toContain('node_modules');
  });
});

describe('Caddy', () => {
  function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    return fetch(`${stack.http}${path}`, { method, headers, redirect: 'manual' });
  }

  async function findAsset(): Promise<string> {
    const [, path = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await ask('/inicio')).text()) ?? [];
    expect(path).not.toBe('');
    return path;
  }

  it('has each page at one address', async () => {
    for (const [path, status, target] of [
      ['/', 302, '/inicio'],
      ['/projetos/?a=b', 301, '/projetos?a=b'],
      ['/contato.html?a=b', 301, '/contato?a=b'],
      ['/inicio.html', 301, '/inicio'],
    ] as const) {
      const response = await ask(path);
      expect(response.status, path).toBe(status);
      expect(response.headers.get('Location'), path).toBe(target);
    }
    for (const path of ['/inicio', '/sobremim', '/projetos', '/contato', '/mensagem-enviada']) {
      expect((await ask(path)).status, path).toBe(200);
    }
  });

  it('sends the copy that the browser can read, and says how long it may be kept', async () => {
    for (const [encoding, path] of [
      ['br', '/inicio'],
      ['gzip', '/inicio'],
      ['br', await findAsset()],
    ] as const) {
      const { headers } = await ask(path, { 'Accept-Encoding': encoding });
      expect(headers.get('Content-Encoding')).toBe(encoding);
      expect(headers.get('Vary')).toBe('Accept-Encoding');
    }
    const page = (await ask('/inicio')).headers;
    expect(page.get('Cache-Control')).toBe('no-cache');
    expect(page.get('Content-Type')).toBe('text/html; charset=utf-8');
    const script = (await ask(await findAsset())).headers;
    expect(script.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(script.get('Content-Type')).toMatch(/^text\/javascript/);
  });

  it('has the page that says so at an unknown address, and nobody keeps it', async () => {
    const hidden = ['/_headers', '/_redirects', '/headers.caddy', '/security-headers.json', '/mensagem-recusada'];
    for (const path of ['/nada', '/nada/mais', '/INICIO', '/assets', '/assets/nada.js', ...hidden]) {
      const response = await ask(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get('Cache-Control'), path).toBe('no-store');
      expect(await response.text(), path).toContain('Página não encontrada');
    }
    const forProgram = await ask('/nada', { Accept: 'application/json' });
    expect(forProgram.status).toBe(404);
    expect(await forProgram.json()).toMatchObject({ code: 'not_found' });
    const posted = await ask('/inicio', {}, 'POST');
    expect(posted.status).toBe(405);
    expect(posted.headers.get('Allow')).toBe('GET, HEAD');
  });

  it('sends the headers of the build with every answer, once, whoever made it', async () => {
    const file = await stack.compose(['exec', '-T', 'server', 'cat', 'client/dist/security-headers.json']);
    const { headers } = JSON.parse(file);
    expect(headers).toHaveProperty('Content-Security-Policy');
    for (const path of ['/', '/projetos/', '/inicio', await findAsset(), '/nada', '/health', '/save-message']) {
      const response = await ask(path);
      const sent = Object.keys(headers).map((name) => [name, response.headers.get(name)]);
      expect(Object.fromEntries(sent), path).toEqual(headers);
      expect(response.headers.get('Strict-Transport-Security'), path).toBeNull();
      expect(response.headers.get('Server'), path).toBeNull();
    }
  });

  it('spares a browser what it has already', async () => {
    const first = await fetch(`${stack.http}/inicio`);
    const etag = first.headers.get('ETag') ?? '';
    const again = await fetch(`${stack.http}/inicio`, {
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it('tells the server who the visitor is, whatever the visitor says', async () => {
    // If the server believed the header, each post would count as another sender.
    const before = await stack.query('SELECT count(*) FROM rate_limits');
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      await fetch(`${stack.http}/save-message`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify({
          name: 'Visitante',
          email: 'visitante@exemplo.br',
          text: `De onde vem isto? ${address}`,
        }),
      });
    }
    expect(await stack.query('SELECT count(*) FROM rate_limits')).toEqual(before);
  });

  it('answers in the server’s format while no copy of it runs, and logs nothing of the visitor', async () => {
    await stack.compose(['stop', 'server']);
    try {
      const response = await fetch(`${stack.http}/save-message`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'um-navegador-qualquer' },
        body: JSON.stringify({ name: 'Visitante', email: 'visitante@exemplo.br', text: 'Ninguém em casa por ora' }),
      });
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('5');
      expect(response.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(await response.json()).toMatchObject({ status: 503, code: 'server_unavailable' });
      expect((await fetch(`${stack.http}/contato`)).status).toBe(200);
      const log = await stack.compose(['logs', 'client']);
      expect(log).not.toMatch(/um-navegador-qualquer|remote_ip|visitante@/);
    } finally {
      await stack.up();
    }
  });
});

describe('three copies of the server', () => {
  const THREE = ['--scale', 'server=3', 'db', 'server', 'client'];

  beforeAll(async () => {
    await stack.compose(['down', '--volumes']);
    await stack.up(THREE);
  });

  afterAll(async () => {
    await stack.up(['--scale', 'server=1', 'db', 'server', 'client']);
  });

  it('that start at once on an empty database migrate it once', async () => {
    const names = readdirSync(join(import.meta.dirname, '../../prisma/migrations'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(await stack.query('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).toEqual(names.toSorted());
    const unfinished = 'SELECT * FROM _prisma_migrations WHERE finished_at IS NULL OR rolled_back_at IS NOT NULL';
    expect(await stack.query(unfinished)).toEqual([]);
  });

  it('share the requests', async () => {
    const traffic = startTraffic(stack.http);
    for (let left = 30; left > 0; left -= 1) await sendMessage(stack.http);
    await expectStoredOnce(await traffic.end());
    for (const container of await stack.containersOf('server')) {
      expect(await docker('logs', container)).toContain('message saved');
    }
  });

  it('lose nothing when one is killed', async () => {
    const [victim = ''] = await stack.containersOf('server');
    const traffic = startTraffic(stack.http);
    await sendMessage(stack.http);
    await docker('kill', '--signal=KILL', victim);
    for (let left = 30; left > 0; left -= 1) await sendMessage(stack.http);
    await expectStoredOnce(await traffic.end());
    await stack.up(THREE);
  });

  it('lose nothing when one hangs', async () => {
    const [victim = ''] = await stack.containersOf('server');
    const traffic = startTraffic(stack.http);
    await docker('pause', victim);
    try {
      for (let left = 10; left > 0; left -= 1) await sendMessage(stack.http);
    } finally {
      await docker('unpause', victim);
    }
    // Its healthcheck has failed meanwhile, and "up --wait" would give up.
    const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', victim);
    await expect.poll(health, { timeout: 120_000, interval: 1000 }).toContain('healthy');
    await expect.poll(health, { timeout: 120_000, interval: 1000 }).not.toContain('unhealthy');
    await expectStoredOnce(await traffic.end());
  });

  it('lose nothing when they are restarted one after the other', async () => {
    const traffic = startTraffic(stack.http);
    for (const container of await stack.containersOf('server')) {
      await docker('restart', container);
      await stack.up(THREE); // until it is healthy
    }
    await expectStoredOnce(await traffic.end());
  });

  it('lose nothing when the database restarts', async () => {
    const traffic = startTraffic(stack.http);
    await sendMessage(stack.http);
    await stack.compose(['restart', 'db']);
    await sendMessage(stack.http);
    await expectStoredOnce(await traffic.end());
  });

  it('lose nothing when the database is killed', async () => {
    const [db = ''] = await stack.containersOf('db');
    const traffic = startTraffic(stack.http);
    await sendMessage(stack.http);
    await docker('kill', '--signal=KILL', db);
    await docker('start', db);
    await sendMessage(stack.http);
    await expectStoredOnce(await traffic.end());
  });

  it('lose nothing when the whole stack stops', async () => {
    const servers = await stack.containersOf('server');
    const traffic = startTraffic(stack.http);
    await sendMessage(stack.http);
    await stack.compose(['stop']);
    const exitCodes = await docker('inspect', '--format', '{{.State.ExitCode}}', ...servers);
    expect(exitCodes.trim().split(/\s+/)).toEqual(['0', '0', '0']);
    await stack.up(THREE);
    await expectStoredOnce(await traffic.end());
  });
});

describe('the owner', () => {
  function messages(...words: string[]): Promise<string> {
    return stack.compose(['run', '--rm', '-T', 'server', 'messages', ...words]);
  }

  it('works with the messages in the terminal', async () => {
    await stack.query('DELETE FROM messages');
    await expect(messages('list', '--new')).rejects.toThrow(/0 mensagens\. No spam: 0 mensagens\./);
    const ids = [await sendMessage(stack.http), await sendMessage(stack.http)];
    const [one = '', other = ''] = ids;
    expect(await messages('list', '--new')).toContain(one.slice(0, 8));
    expect(await messages('list', '--search', other)).not.toContain(one.slice(0, 8));
    await messages('mark', one, 'read');
    expect(await stack.query("SELECT id FROM messages WHERE status = 'read'")).toEqual([one]);
    expect(await messages('show', one)).toContain(`Uma mensagem com o número ${one}`);
    expect(JSON.parse(await messages('export', '--json', '--read'))).toMatchObject([{ id: one }]);
    expect(await messages('doctor')).toMatch(/^· 2 mensagens: 1 por ler, 0 no spam/m);
    expect(await messages('purge', '--older-than', '365d', '--yes')).toBe('');
    await messages('delete', one, '--yes');
    expect(await stack.query('SELECT id FROM messages')).toEqual([other]);
    await messages('delete', '--email', 'VISITANTE@exemplo.br', '--yes');
    expect(await stack.query('SELECT id FROM messages')).toEqual([]);
    const [server = ''] = await stack.containersOf('server');
    expect(await docker('exec', server, 'messages', '--help')).toContain('Uso: messages <comando>');
  });

  it('backs up the messages, and restores them into an empty stack, by the two commands of docs/deploy.md', async () => {
    await sendMessage(stack.http);
    const guide = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
    expect(guide).toContain('docker compose run --rm -T server messages export --backup > mensagens.jsonl');
    expect(guide).toContain('docker compose run --rm -T server messages import - < mensagens.jsonl');
    const all = 'SELECT id, created_at, status, name, email, text, spam_reasons, fingerprint FROM messages ORDER BY id';
    const before = await stack.query(all);
    expect(before.length).toBeGreaterThan(0);

    const backup = await messages('export', '--backup');
    await stack.compose(['down', '--volumes']);
    await stack.up();
    expect(await stack.query(all)).toEqual([]);
    const [server = ''] = await stack.containersOf('server');
    const restore = execFile('docker', ['exec', '-i', server, 'messages', 'import', '-']);
    restore.stdin?.end(backup);
    const code = await new Promise((done) => restore.once('exit', done));
    expect(code).toBe(0);
    expect(await stack.query(all)).toEqual(before);
  });

  it('has the EmailJS values and the address of .env in the site, and https with a domain', async () => {
    const variables = {
      VITE_EMAILJS_SERVICE_ID: 'service_da_pilha',
      VITE_EMAILJS_TEMPLATE_ID: 'template_da_pilha',
      VITE_EMAILJS_PUBLIC_KEY: 'chave_da_pilha',
      SITE_URL: 'https://pilha.example',
      DOMAIN: 'localhost',
    };
    try {
      await stack.up(['--build', 'db', 'server', 'client'], variables);
      const search = ['grep', '-rl', '--include=*.js', 'service_da_pilha', '/srv/assets'];
      expect(await stack.compose(['exec', '-T', 'client', ...search])).not.toBe('');
      const home = await stack.compose(['exec', '-T', 'client', 'cat', '/srv/inicio.html']);
      expect(home).toContain('<link rel="canonical" href="https://pilha.example/inicio"');
      const page = await getTrustingAnyone(`${stack.https}/inicio`);
      expect(page.statusCode).toBe(200);
      expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(page.headers['content-security-policy']).toContain('https://api.emailjs.com');
      const health = await getTrustingAnyone(`${stack.https}/health`);
      expect(health.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      const plain = await fetch(`${stack.http}/inicio`, { redirect: 'manual' });
      expect(plain.status).toBe(308);
      expect(plain.headers.get('Location')).toMatch(/^https:\/\/localhost/);
    } finally {
      await stack.up(['--build', 'db', 'server', 'client']);
    }
  });

  it('finds Prisma Studio on this machine alone', async () => {
    await stack.up(['--build', 'studio']);
    const [studio = ''] = await stack.containersOf('studio');
    expect(await docker('port', studio)).toMatch(/^5556\/tcp -> 127\.0\.0\.1:\d+\s*$/);
    await expect
      .poll(async () => (await fetch(stack.studio).catch(() => null))?.status, { timeout: 120_000 })
      .toBe(200);
    const start = await fetch(stack.studio, { redirect: 'manual' });
    expect(start.headers.get('Location')).toContain('table=messages');
    const page = await fetch(`${stack.studio}/?messages`);
    expect(page.headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
    const [{ HostConfig: host, NetworkSettings: network }] = JSON.parse(await docker('inspect', studio));
    expect(host.RestartPolicy.Name).toBe('no');
    const [{ NetworkSettings: caddys }] = JSON.parse(await docker('inspect', ...(await stack.containersOf('client'))));
    expect(Object.keys(network.Networks).filter((name) => name in caddys.Networks)).toEqual([]);
    await stack.compose(['stop', 'studio']);
  });
});

describe('one container, as a host runs it', () => {
  const NAME = `portfolio-alone-${process.pid}`;
  const TOP = join(import.meta.dirname, '../..');

  afterAll(async () => {
    for (const words of [
      ['rm', '--force', '--volumes', NAME, `${NAME}-db`],
      ['network', 'rm', NAME],
      ['rmi', NAME],
    ]) {
      await docker(...words).catch(() => {}); // what a test that failed has not made
    }
  });

  it('is what the Dockerfile makes by default, and wants a database', async () => {
    await docker('build', '--tag', NAME, TOP);
    await expect(docker('run', '--rm', NAME)).rejects.toThrow(/DATABASE_URL is empty: give the connection string/);
  });

  it('takes messages on the port that it is given, and has the owner’s commands', async () => {
    await docker('network', 'create', NAME);
    const config = JSON.parse(await stack.compose(['config', '--format', 'json']));
    const database = ['--name', `${NAME}-db`, '--network', NAME, '--env', 'POSTGRES_PASSWORD=segredo'];
    await docker('run', '--detach', ...database, config.services.db.image);
    const url = `postgresql://postgres:segredo@${NAME}-db:5432/postgres`;
    const ports = ['--env', 'PORT=8000', '--publish', '127.0.0.1::8000'];
    // A host restarts what has ended: here, while the database is created.
    const start = ['--detach', '--restart', 'always', '--name', NAME, '--network', NAME];
    await docker('run', ...start, '--env', `DATABASE_URL=${url}`, ...ports, NAME);
    const site = `http://${(await docker('port', NAME, '8000/tcp')).trim().split('\n')[0]}`;
    await expect
      .poll(async () => (await fetch(`${site}/health`).catch(() => null))?.status, { timeout: 120_000 })
      .toBe(200);
    expect((await fetch(`${site}/inicio`)).status).toBe(200);
    const id = await sendMessage(site);
    expect(await docker('exec', NAME, 'messages', 'list', '--new')).toContain(id.slice(0, 8));
  });
});

// Caddy's own authority signs its certificate for localhost.
function getTrustingAnyone(url: string): Promise<import('node:http').IncomingMessage> {
  return new Promise((done, fail) => {
    request(url, { rejectUnauthorized: false, agent: false }, (response) => done(response.resume()))
      .on('error', fail)
      .end();
  });
}

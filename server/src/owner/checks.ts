import { randomUUID } from 'node:crypto';
import type { Env } from '../env.ts';
import { openRingers } from '../messages/ringers.ts';
import { findPendingMigrations } from '../migrate.ts';
import { connectOnce } from '../postgres-client.ts';
import type { Finding } from './findings.ts';
import { openOwnerStore } from './open-owner-store.ts';

const DAY_MS = 86_400_000;
const MB = 1024 ** 2;
/** After this the bell counts as broken. */
const RUNG_WITHIN_MS = 10 * 60_000;

/** Asks the database. Reads only. @param place how it is named */
export async function* checkDatabase(
  url: string,
  settings: Pick<Env, 'retentionDays'>,
  migrationsDir: string,
  place: string,
): AsyncGenerator<Finding> {
  try {
    yield* askDatabase(url, settings, migrationsDir, place);
  } catch (error) {
    const fault = messageOf(error instanceof Error ? (error.cause ?? error) : error);
    yield {
      level: 'broken',
      text: `o banco de dados (${place}) não responde: ${fault}`,
      fix: /certificate/i.test(fault)
        ? 'esta máquina não conhece quem assinou o certificado: acrescente sslrootcert=<arquivo do provedor> a DATABASE_URL, ou sslmode=no-verify para confiar em qualquer um'
        : 'ponha-o no ar ou corrija DATABASE_URL: endereço, usuário, senha, nome',
    };
  }
}

async function* askDatabase(
  url: string,
  { retentionDays }: Pick<Env, 'retentionDays'>,
  migrationsDir: string,
  place: string,
): AsyncGenerator<Finding> {
  const retention = describeRetention(retentionDays);
  const pending = await findPendingMigrations(url, migrationsDir);
  if (await isPooledByTransaction(url)) {
    yield {
      level: 'note',
      text: 'na frente do banco há um pooler em modo de transação; as migrações funcionam assim',
      fix: 'se o registro do site falar de "prepared statement", acrescente pgbouncer=true a DATABASE_URL (docs/deploy.pt-BR.md)',
    };
  }
  if (pending.length > 0) {
    yield {
      level: 'warning',
      text: `o banco de dados (${place}) responde; faltam migrações: ${pending.join(', ')}`,
      fix: 'ponha o site no ar, que as aplica',
    };
    return;
  }
  yield { level: 'ok', text: `o banco de dados (${place}) responde e tem todas as migrações` };

  const owner = await openOwnerStore(url, migrationsDir);
  try {
    const { now, heldForS } = await owner.readClock();
    const before = new Date(now.getTime() - retentionDays * DAY_MS);
    const due = retentionDays > 0 ? await owner.count({ before }) : 0;
    const totals = await owner.totals();
    const count = `${totals.total} ${totals.total === 1 ? 'mensagem' : 'mensagens'}`;
    yield {
      level: 'note',
      text: `${count}: ${totals.new} por ler, ${totals.spam} no spam; o banco ocupa ${showSize(totals.databaseBytes)}`,
    };
    yield {
      level: 'note',
      text: totals.latest ? `a última chegou em ${totals.latest.toISOString()}` : 'nenhuma mensagem chegou ainda',
    };
    if (totals.waitingSince && now.getTime() - totals.waitingSince.getTime() > RUNG_WITHIN_MS) {
      yield {
        level: 'warning',
        text: `o sino não tocou para ${totals.waiting}, a mais antiga de ${totals.waitingSince.toISOString()}`,
        fix: 'veja o teste do sino e o registro do site; enquanto ele está no ar, tenta de novo sozinho',
      };
    }
    const ageDays = totals.oldest ? (now.getTime() - totals.oldest.getTime()) / DAY_MS : 0;
    const purge = `npm run messages -- purge --older-than ${retentionDays}d`;
    if (due > 0 && heldForS > 0) {
      const until = new Date(now.getTime() + heldForS * 1000).toISOString();
      yield {
        level: 'warning',
        text: `as mensagens ${retention}, e ${due} já passaram disso; ficam até ${until} ou mais, pois o relógio do banco é novo para o site ou deu um salto: marca ${now.toISOString()}`,
        fix: `acerte esse relógio se estiver errado. Se está certo, o site no ar as apaga então; ${purge} apaga já`,
      };
    } else if (retentionDays > 0 && ageDays > retentionDays + 1) {
      yield {
        level: 'warning',
        text: `as mensagens ${retention}, e a mais antiga é de ${totals.oldest?.toISOString()}`,
        fix: `ponha o site no ar, que as apaga; ou ${purge}`,
      };
    } else {
      yield { level: 'ok', text: `as mensagens ${retention}${retentionDays > 0 ? ', e nenhuma passou disso' : ''}` };
    }
  } finally {
    await owner.close();
  }
}

export function describeRetention(days: number): string {
  return days === 0 ? 'ficam para sempre' : `são apagadas após ${days} dias`;
}

/** Rings every way that is set, once. @param isTrial false: only says what is set */
export async function* checkBell(notify: Env['notify'], isTrial: boolean): AsyncGenerator<Finding> {
  const places = {
    mail: notify.mail && `e-mail a ${notify.mail.to} por ${new URL(notify.mail.url).host}`,
    webhook: notify.webhook && `${notify.webhook.kind} em ${new URL(notify.webhook.url).host}`,
  };
  const ringers = await openRingers(notify);
  if (ringers.length === 0) {
    yield {
      level: 'note',
      text: 'o sino está desligado: o servidor guarda as mensagens e não avisa ninguém',
      fix: 'NOTIFY_SMTP_URL com NOTIFY_EMAIL, ou NOTIFY_WEBHOOK_URL, o ligam (.env.example)',
    };
  }
  for (const { name, ring } of ringers) {
    const place = places[name];
    if (!isTrial) {
      yield { level: 'note', text: `o sino está ligado: ${place}` };
      continue;
    }
    const text = 'Este é um teste de npm run doctor: assim o site avisa de uma mensagem nova.';
    const fault = await ring({
      id: randomUUID(),
      createdAt: new Date(),
      name: 'Teste',
      email: 'teste@example.com',
      text,
    })
      .then(() => undefined)
      .catch(messageOf);
    if (fault === undefined) yield { level: 'ok', text: `o sino tocou: ${place}. Veja se o teste chegou` };
    else yield { level: 'broken', text: `o sino não toca: ${place}: ${fault}`, fix: 'corrija NOTIFY_… (.env.example)' };
  }
}

/** Whether site and server, built and run with these values, find each other. */
export function* checkAddresses(
  { corsOrigins }: Pick<Env, 'corsOrigins'>,
  { SITE_URL: site, VITE_API_URL: api }: Record<'SITE_URL' | 'VITE_API_URL', string>,
): Generator<Finding> {
  const origin = site && new URL(site).origin;
  if (api.startsWith('http:') && site.startsWith('https:')) {
    yield {
      level: 'broken',
      text: `o site é ${site}, e de uma página https o navegador não chama ${api}`,
      fix: 'dê https também ao servidor, e a VITE_API_URL',
    };
  }
  if (api && origin && api !== origin && !corsOrigins.includes(origin)) {
    yield {
      level: 'broken',
      text: `o formulário de ${origin} envia a ${api}, que não o aceita`,
      fix: `no servidor: CORS_ORIGINS=${[...corsOrigins, origin].join(',')}`,
    };
  }
  if (!api && corsOrigins.some((allowed) => allowed !== origin)) {
    yield {
      level: 'warning',
      text: `CORS_ORIGINS aceita ${corsOrigins.join(', ')}, mas um site construído com estes valores envia a si mesmo`,
      fix: 'para o site que fica em outro lugar, construa com VITE_API_URL=<endereço deste servidor>',
    };
  }
}

/** Two connections that are open at once have one session of PostgreSQL only where a pooler lends it by transaction. */
function isPooledByTransaction(url: string): Promise<boolean> {
  const askPid = `SELECT pg_backend_pid() AS pid`;
  return connectOnce(url, async (first) => {
    const one = await first.query<{ pid: number }>(askPid);
    return connectOnce(url, async (second) => {
      const other = await second.query<{ pid: number }>(askPid);
      return one.rows[0]?.pid === other.rows[0]?.pid;
    });
  });
}

export function showSize(bytes: number): string {
  return bytes < 1024 * MB ? `${Math.round(bytes / MB)} MB` : `${(bytes / MB / 1024).toFixed(1)} GB`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
}

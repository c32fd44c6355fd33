import { randomUUID } from 'node:crypto';
import type { Env } from '../env.ts';
import { openOwnerStore } from '../messages/owner-store.ts';
import { openRingers } from '../messages/ringers.ts';

const DAY_MS = 86_400_000;
export const MB = 1024 ** 2;
/** After this time the bell counts as broken. */
const RUNG_WITHIN_MS = 10 * 60_000;

/** In Portuguese, for the owner. */
export interface Finding {
  level: 'ok' | 'note' | 'warning' | 'broken';
  text: string;
  fix?: string;
}

const MARKS = { ok: '✔', note: '·', warning: '!', broken: '✖' };

/** Prints findings as they come. @returns the exit code: 1 if something is broken */
export async function printFindings(findings: AsyncIterable<Finding>): Promise<number> {
  const counts = { ok: 0, note: 0, warning: 0, broken: 0 };
  for await (const { level, text, fix } of findings) {
    counts[level] += 1;
    process.stdout.write(`${MARKS[level]} ${text}\n${fix ? `  → ${fix}\n` : ''}`);
  }
  process.stdout.write(`\nQuebrado: ${counts.broken}. A olhar: ${counts.warning}.\n`);
  return counts.broken > 0 ? 1 : 0;
}

/** Only reads. */
export async function* checkDatabase(
  url: string,
  { retentionDays }: Pick<Env, 'retentionDays'>,
  migrationsDir: string,
): AsyncGenerator<Finding> {
  const owner = await openOwnerStore(url, migrationsDir).catch((error: Error) => error);
  if (owner instanceof Error) {
    yield { level: 'broken', text: owner.message };
    return;
  }
  try {
    yield { level: 'ok', text: 'o banco de dados responde e tem todas as migrações' };
    const { now, heldForS } = await owner.readClock();
    const totals = await owner.totals();
    const count = `${totals.total} ${totals.total === 1 ? 'mensagem' : 'mensagens'}`;
    const latest = totals.latest ? `; a última chegou em ${totals.latest.toISOString()}` : '';
    yield {
      level: 'note',
      text: `${count}: ${totals.new} por ler, ${totals.spam} no spam${latest}; o banco ocupa ${showSize(totals.databaseBytes)}`,
    };
    if (totals.waitingSince && now.getTime() - totals.waitingSince.getTime() > RUNG_WITHIN_MS) {
      yield {
        level: 'warning',
        text: `o sino não tocou para ${totals.waiting}, a mais antiga de ${totals.waitingSince.toISOString()}`,
        fix: 'veja o teste do sino e o registro do site; enquanto ele está no ar, tenta de novo sozinho',
      };
    }
    // The site deletes every hour. A day later, it has not run or it waits.
    const before = new Date(now.getTime() - (retentionDays + 1) * DAY_MS);
    const due = retentionDays > 0 ? await owner.count({ before }) : 0;
    const retention = retentionDays > 0 ? `são apagadas após ${retentionDays} dias` : 'ficam para sempre';
    const purge = `npm run messages -- purge --older-than ${retentionDays}d`;
    if (due === 0) {
      yield { level: 'ok', text: `as mensagens ${retention}` };
    } else if (heldForS > 0) {
      const until = new Date(now.getTime() + heldForS * 1000).toISOString();
      yield {
        level: 'warning',
        text: `as mensagens ${retention}, e ${due} já passaram disso; ficam até ${until} ou mais, pois o relógio do banco é novo para o site ou deu um salto: marca ${now.toISOString()}`,
        fix: `acerte esse relógio se estiver errado. Se está certo, o site no ar as apaga então; ${purge} apaga já`,
      };
    } else {
      yield {
        level: 'warning',
        text: `as mensagens ${retention}, e ${due} já passaram disso`,
        fix: `o site no ar as apaga dentro de uma hora; ${purge} apaga já`,
      };
    }
  } finally {
    await owner.close();
  }
}

/** Sends one notification by every way that is set. @param isTrial false: only says what is set */
export async function* checkBell(notify: Env['notify'], isTrial: boolean): AsyncGenerator<Finding> {
  const ringers = await openRingers(notify);
  if (ringers.length === 0) {
    yield {
      level: 'note',
      text: 'o sino está desligado: o servidor guarda as mensagens e não avisa ninguém',
      fix: 'NOTIFY_SMTP_URL com NOTIFY_EMAIL, ou NOTIFY_WEBHOOK_URL, o ligam (.env.example)',
    };
  }
  for (const { place, ring } of ringers) {
    if (!isTrial) {
      yield { level: 'note', text: `o sino está ligado: ${place}` };
      continue;
    }
    const text = 'Este é um teste de npm run doctor: assim o site avisa de uma mensagem nova.';
    const message = { id: randomUUID(), createdAt: new Date(), name: 'Teste', email: 'teste@example.com', text };
    const fault = await ring(message).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.message || error.code,
    );
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
}

export function showSize(bytes: number): string {
  return bytes < 1024 * MB ? `${Math.round(bytes / MB)} MB` : `${(bytes / MB / 1024).toFixed(1)} GB`;
}

import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { OperatorError } from './operator-error.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

function between(from: number, to: number) {
  const digits = z.string().check(z.regex(/^\d{1,9}$/));
  return z.pipe(digits, z.coerce.number<string>().check(z.minimum(from), z.maximum(to)));
}

function wholeNumber(from: number, to: number, meaning: string) {
  return { schema: between(from, to), expected: `${meaning}, ${from} to ${to}` };
}

function isExactOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** A `#`, or an `@` after the host, means an unencoded password: its beginning would be taken for the host. */
function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:/.test(text) || !URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return hash === '' && !`${pathname}${search}`.includes('@');
}

function urlOf(...protocols: string[]) {
  return z
    .string()
    .check(z.refine((text) => text === '' || (URL.canParse(text) && protocols.includes(new URL(text).protocol))));
}

const mailAddress = {
  schema: z.string().check(z.regex(/^([^\s@<>,;:"]+@[^\s@<>,;:"]+)?$/)),
  expected: 'one e-mail address, such as ana@example.com',
};

/** Error messages do not show their values. */
const SECRETS = ['DATABASE_URL', 'NOTIFY_SMTP_URL', 'NOTIFY_WEBHOOK_URL'];

/** What takes a webhook; `json`: any other receiver. */
const WEBHOOK_KINDS = ['json', 'ntfy', 'slack', 'discord'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

const path = { schema: z.string().check(z.minLength(1)), expected: 'the path of a folder' };

interface Variable {
  fallback?: string;
  schema: z.ZodMiniType;
  /** The operator reads it if a value is wrong. */
  expected: string;
}

/** The meaning of each is in .env.example. */
const VARIABLES = {
  HOST: {
    fallback: '127.0.0.1',
    schema: z.string().check(z.regex(/^[\w.:%-]+$/)),
    expected: 'a host name or an IP address, such as 127.0.0.1, or 0.0.0.0 for all of them',
  },
  PORT: { fallback: '3000', ...wholeNumber(0, 65_535, 'a port number, 0 being any free one') },
  DATABASE_URL: {
    schema: z.string().check(z.refine((text) => text === '' || isPostgresUrl(text))),
    expected:
      'a PostgreSQL connection string (postgresql://user:password@host:5432/name; in the password # is written %23, @ %40, / %2F, ? %3F and % %25), or nothing for the embedded one',
  },
  EMBEDDED_DATABASE: {
    schema: z.enum(['', 'allowed']),
    expected: 'allowed, where DATA_DIR is on a disk that stays, or nothing',
  },
  DATA_DIR: { fallback: '.data', ...path },
  SITE_DIR: { fallback: 'client/dist', ...path },
  CORS_ORIGINS: {
    schema: z.pipe(
      z.transform((text: string) =>
        text
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      ),
      z.array(z.string().check(z.refine(isExactOrigin))),
    ),
    expected: 'exact origins, comma-separated, without a path or a closing slash, such as https://example.com',
  },
  TRUST_PROXY: { fallback: '0', ...wholeNumber(0, 20, 'how many reverse proxies stand in front') },
  SENDER_LIMIT: {
    fallback: '60',
    ...wholeNumber(1, 1_000_000, 'how many messages one address may send in one window'),
  },
  SENDER_LIMIT_WINDOW: { fallback: '600', ...wholeNumber(1, 86_400, 'the length of that window in seconds') },
  MESSAGE_RETENTION_DAYS: {
    fallback: '365',
    // Browsers try to deliver for 30 days: a message that is deleted sooner could be stored a second time.
    schema: between(0, 36_500).check(z.refine((days) => days === 0 || days > 30)),
    expected: 'after how many days messages are deleted, 31 to 36500, or 0 for never',
  },
  NOTIFY_SMTP_URL: {
    schema: urlOf('smtp:', 'smtps:'),
    expected:
      'the address of a mail server (smtps://user:password@host:465, with special characters encoded), or nothing',
  },
  NOTIFY_EMAIL: mailAddress,
  NOTIFY_FROM: mailAddress,
  NOTIFY_WEBHOOK_URL: {
    schema: urlOf('http:', 'https:'),
    expected: 'an http or https address, or nothing',
  },
  NOTIFY_WEBHOOK_KIND: {
    schema: z.enum(['', ...WEBHOOK_KINDS]),
    expected: `one of ${WEBHOOK_KINDS.join(', ')}, or nothing`,
  },
  LOG_LEVEL: { fallback: 'info', schema: z.enum(LOG_LEVELS), expected: `one of ${LOG_LEVELS.join(', ')}` },
} as const satisfies Record<string, Variable>;

export type Env = ReturnType<typeof parseEnv>;

/**
 * Reads the server's settings. An empty value counts as not set; relative paths start at `baseDir`.
 * @throws OperatorError with every wrong variable, what was expected and what was given
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>, baseDir: string) {
  const faults: string[] = [];

  function read<V extends keyof typeof VARIABLES>(name: V, preset?: string): z.output<(typeof VARIABLES)[V]['schema']> {
    const { schema, expected, fallback = '' }: Variable = VARIABLES[name];
    const given = source[name]?.trim() || (preset ?? fallback);
    const result = z.safeParse(schema, given);
    if (!result.success) {
      const shown = SECRETS.includes(name) ? 'something else (not shown, as it may hold a password)' : `"${given}"`;
      faults.push(`${name}: expected ${expected}; given ${shown}.`);
    }
    // After a failure the value is not used: parseEnv throws.
    return result.data as z.output<(typeof VARIABLES)[V]['schema']>;
  }

  const isProduction = source['NODE_ENV'] === 'production';
  // A platform gives the port to listen on; scripts/main.mjs keeps the owner's own PORT, of `.env`, apart.
  const isReached = isProduction || Number(source['PORT']) > 0;
  const smtpUrl = read('NOTIFY_SMTP_URL');
  const to = read('NOTIFY_EMAIL');
  if (Boolean(smtpUrl) !== Boolean(to)) {
    faults.push('NOTIFY_SMTP_URL and NOTIFY_EMAIL: expected both (the mail server, and your address) or neither.');
  }
  const env = {
    host: read('HOST', isReached ? '0.0.0.0' : undefined),
    port: read('PORT'),
    /** null: run the embedded PostgreSQL in `dataDir`. */
    databaseUrl: read('DATABASE_URL') || null,
    dataDir: resolve(baseDir, read('DATA_DIR')),
    siteDir: resolve(baseDir, read('SITE_DIR')),
    corsOrigins: read('CORS_ORIGINS'),
    trustProxy: read('TRUST_PROXY'),
    senderLimit: { points: read('SENDER_LIMIT'), windowS: read('SENDER_LIMIT_WINDOW') },
    /** 0: never delete. */
    retentionDays: read('MESSAGE_RETENTION_DAYS'),
    /** How the owner is told of new messages; a way without its address is off. */
    notify: {
      smtpUrl,
      to,
      from: read('NOTIFY_FROM') || to,
      webhookUrl: read('NOTIFY_WEBHOOK_URL'),
      webhookKind: read('NOTIFY_WEBHOOK_KIND'),
    },
    logLevel: read('LOG_LEVEL'),
  };

  if (isProduction && read('EMBEDDED_DATABASE') !== 'allowed' && !source['DATABASE_URL']?.trim()) {
    faults.push(
      'DATABASE_URL: empty, with NODE_ENV=production. Many hosts wipe the disk at each deploy, and the embedded database with it: give the connection string of a PostgreSQL, or EMBEDDED_DATABASE=allowed where DATA_DIR stays.',
    );
  }
  if (faults.length > 0) {
    throw new OperatorError(`${faults.join('\n')}\nEvery variable is explained in .env.example.`);
  }
  return env;
}

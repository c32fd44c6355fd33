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

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

const path = { schema: z.string().check(z.minLength(1)), expected: 'the path of a folder' };

/** The meaning of each variable is in .env.example. An operator reads `expected` where a value is wrong. */
const VARIABLES = {
  HOST: {
    fallback: '127.0.0.1',
    schema: z.string().check(z.regex(/^[\w.:%-]+$/)),
    expected: 'a host name or an IP address, such as 127.0.0.1, or 0.0.0.0 for all of them',
  },
  PORT: { fallback: '3000', ...wholeNumber(0, 65_535, 'a port number, 0 being any free one') },
  DATABASE_URL: {
    fallback: '',
    schema: z.string().check(z.refine((text) => text === '' || isPostgresUrl(text))),
    expected:
      'a PostgreSQL connection string (postgresql://user:password@host:5432/name), or nothing for the embedded one',
  },
  DATA_DIR: { fallback: '.data', ...path },
  SITE_DIR: { fallback: 'client/dist', ...path },
  CORS_ORIGINS: {
    fallback: '',
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
  LOG_LEVEL: { fallback: 'info', schema: z.enum(LOG_LEVELS), expected: `one of ${LOG_LEVELS.join(', ')}` },
} as const;

export type Env = ReturnType<typeof parseEnv>;

/**
 * Reads the server's settings. An empty value counts as not set; relative paths start at `baseDir`.
 *
 * @throws OperatorError with every wrong variable, what was expected and what was given
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>, baseDir: string) {
  const faults: string[] = [];

  function read<V extends keyof typeof VARIABLES>(name: V): z.output<(typeof VARIABLES)[V]['schema']> {
    const { fallback, schema, expected } = VARIABLES[name];
    const given = source[name]?.trim() || fallback;
    const result = z.safeParse(schema, given);
    if (!result.success) {
      const shown = name === 'DATABASE_URL' ? 'something else (not shown, as it may hold a password)' : `"${given}"`;
      faults.push(`${name}: expected ${expected}; given ${shown}.`);
    }
    // After a failure the value is not used: parseEnv throws.
    return result.data as z.output<(typeof VARIABLES)[V]['schema']>;
  }

  const env = {
    host: read('HOST'),
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
    logLevel: read('LOG_LEVEL'),
  };
  if (faults.length > 0) {
    throw new OperatorError(`${faults.join('\n')}\nEvery variable is explained in .env.example.`);
  }
  return env;
}

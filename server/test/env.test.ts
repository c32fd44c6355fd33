import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseEnv } from '../src/env.ts';
import { OperatorError } from '../src/operator-error.ts';

const TOP_DIR = resolve(import.meta.dirname, '../..');

function faultOf(source: Record<string, string>): string {
  try {
    parseEnv(source, TOP_DIR);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('the environment', () => {
  it('may be empty: everything has a default, and .env.example says the same ones', () => {
    const example = parseEnvFile(readFileSync(resolve(TOP_DIR, '.env.example'), 'utf8'));
    expect(parseEnv({}, TOP_DIR)).toEqual(parseEnv(example as Record<string, string>, TOP_DIR));
    expect(parseEnv({}, TOP_DIR)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      corsOrigins: [],
      trustProxy: 0,
    });
  });

  it('is read as it is meant', () => {
    const env = parseEnv(
      {
        PORT: ' 8080 ',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgresql://ana:s%40nha@db.example:5433/portfolio?sslmode=require',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        TRUST_PROXY: '2',
        MESSAGE_RETENTION_DAYS: '0',
      },
      TOP_DIR,
    );
    expect(env).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      trustProxy: 2,
      retentionDays: 0,
    });
  });

  it('opens the site to all where a host runs it: by NODE_ENV, or by the PORT it gives; HOST has the last word', () => {
    const hostOf = (source: Record<string, string>) =>
      parseEnv({ DATABASE_URL: 'postgresql://a@b/c', ...source }, TOP_DIR).host;
    expect(hostOf({ NODE_ENV: 'production' })).toBe('0.0.0.0');
    expect(hostOf({ PORT: '10000' })).toBe('0.0.0.0');
    expect(hostOf({ PORT: '10000', NODE_ENV: 'production', HOST: '127.0.0.1' })).toBe('127.0.0.1');
    expect(hostOf({ PORT: '0', NODE_ENV: 'development' })).toBe('127.0.0.1');
  });

  it('refuses the embedded database in production, unless it is allowed', () => {
    expect(faultOf({ NODE_ENV: 'production' })).toMatch(/^DATABASE_URL: empty.*EMBEDDED_DATABASE=allowed/);
    expect(faultOf({ NODE_ENV: 'production', EMBEDDED_DATABASE: 'yes' })).toMatch(
      /EMBEDDED_DATABASE: expected allowed/,
    );
    expect(parseEnv({ NODE_ENV: 'production', EMBEDDED_DATABASE: 'allowed' }, TOP_DIR).databaseUrl).toBeNull();
  });

  it('has a bell that is whole, or none', () => {
    expect(faultOf({ NOTIFY_EMAIL: 'ana@example.com' })).toMatch(/^NOTIFY_SMTP_URL and NOTIFY_EMAIL: expected both/);
    expect(faultOf({ NOTIFY_SMTP_URL: 'smtps://a:segredo@mail.example' })).not.toContain('segredo');
    expect(faultOf({ NOTIFY_WEBHOOK_URL: 'segredo' })).not.toContain('segredo');
    const mail = { NOTIFY_SMTP_URL: 'smtps://a:b@mail.example', NOTIFY_EMAIL: 'ana@example.com' };
    expect(parseEnv(mail, TOP_DIR).notify).toMatchObject({
      smtpUrl: mail.NOTIFY_SMTP_URL,
      to: 'ana@example.com',
      from: 'ana@example.com',
      webhookUrl: '',
    });
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['HOST', 'not a host'],
    ['TRUST_PROXY', 'true'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', 'a.example'],
    ['CORS_ORIGINS', 'https://a.example,ftp://b.example'],
    ['MESSAGE_RETENTION_DAYS', '30'],
    ['MESSAGE_RETENTION_DAYS', 'forever'],
    ['SENDER_LIMIT', '0'],
    ['SENDER_LIMIT_WINDOW', '1h'],
    ['LOG_LEVEL', 'loud'],
    ['NOTIFY_WEBHOOK_KIND', 'telegram'],
    ['NOTIFY_EMAIL', 'ana'],
  ])('stops the start for %s=%s, naming the variable, what was expected and what was given', (name, value) => {
    const fault = faultOf({ [name]: value });
    expect(fault).toContain(`${name}: expected `);
    expect(fault).toContain(`given "${value}"`);
    expect(fault).toContain('.env.example');
  });

  it.each([
    'mysql://a:senha@b/c',
    'db.example',
    'senha-secreta',
    'postgresql://u:p@gr#x@db.example/n',
    'postgresql://u:123#x@db.example/n',
    'postgresql://u:p@gr/x@db.example/n',
    'postgresql://u:p@gr?x@db.example/n',
    'postgresql://u:se/nha@db.example/n',
  ])('stops the start for DATABASE_URL=%s without showing what may hold a password', (value) => {
    const fault = faultOf({ DATABASE_URL: value });
    expect(fault).toMatch(
      /DATABASE_URL: expected a PostgreSQL connection string .*in the password # is written %23, @ %40/,
    );
    expect(fault).not.toContain(value);
  });

  it('names every variable that is wrong, not only the first', () => {
    expect(faultOf({ PORT: 'x', TRUST_PROXY: 'y' })).toMatch(/PORT[\s\S]*TRUST_PROXY/);
  });
});

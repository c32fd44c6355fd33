import { existsSync } from 'node:fs';
import { isOrigin } from './content-rules.ts';
import { topFolder } from './folders.ts';
import { OperatorError } from './operator-error.ts';

/**
 * The variables that are baked into the site when it is built (product.md, section 1), read, checked, and named when they are wrong. The
 * site's code reads them under these names (`import.meta.env.…`, src/vite-env.d.ts).
 */
export interface BuildSettings {
  /** Origin the site is published under; empty when it is not known, and then pages do without a canonical address. */
  readonly SITE_URL: string;
  /** Origin of the server, without a slash at the end; empty when it is the origin that serves the site. */
  readonly VITE_API_URL: string;
  /** What EmailJS needs to send; all of it empty when e-mail is off. */
  readonly VITE_EMAILJS_SERVICE_ID: string;
  readonly VITE_EMAILJS_TEMPLATE_ID: string;
  readonly VITE_EMAILJS_PUBLIC_KEY: string;
  /** Origin of EmailJS or of whatever stands in for it. */
  readonly VITE_EMAILJS_ORIGIN: string;
  /** For how many days the server keeps a message, which the form tells its visitors; 0: until the owner deletes it. */
  readonly MESSAGE_RETENTION_DAYS: string;
}

const EMAILJS_VARIABLES = ['VITE_EMAILJS_SERVICE_ID', 'VITE_EMAILJS_TEMPLATE_ID', 'VITE_EMAILJS_PUBLIC_KEY'] as const;
const EMAILJS_ORIGIN = 'https://api.emailjs.com';
/** The server's own default (server/src/env.ts). */
const MESSAGE_RETENTION_DAYS = '365';

/**
 * The settings of this build: from the environment, and from the one `.env` at the top level where the environment is silent. Whoever
 * wants none of that file (tests, containers) sets PORTFOLIO_NO_ENV_FILE.
 *
 * @throws OperatorError as parseBuildSettings
 */
export function readBuildSettings(): BuildSettings {
  const envFile = `${topFolder}/.env`;
  if (!process.env['PORTFOLIO_NO_ENV_FILE'] && existsSync(envFile)) process.loadEnvFile(envFile);
  return parseBuildSettings(process.env);
}

/**
 * Reads the build's settings from a set of variables. A variable that is empty, or only blanks, counts as not set.
 *
 * @param variables - `process.env`, or a stand-in
 * @throws OperatorError naming the variable, what was expected and what was given; or the EmailJS values that are missing
 */
export function parseBuildSettings(variables: Record<string, string | undefined>): BuildSettings {
  const read = (name: string) => variables[name]?.trim() ?? '';
  const missing = EMAILJS_VARIABLES.filter((name) => read(name) === '');
  const isEmailOn = missing.length === 0;
  if (!isEmailOn && missing.length < EMAILJS_VARIABLES.length) {
    throw new OperatorError(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: EmailJS needs all of ${EMAILJS_VARIABLES.join(', ')}, or none of them (e-mail off). See .env.example.`,
    );
  }
  // Read even when e-mail is off, so that a bad value is found now and not on the day e-mail is turned on.
  const emailJsOrigin = toOrigin('VITE_EMAILJS_ORIGIN', read('VITE_EMAILJS_ORIGIN') || EMAILJS_ORIGIN);
  return {
    SITE_URL: toOrigin('SITE_URL', read('SITE_URL')),
    VITE_API_URL: toOrigin('VITE_API_URL', read('VITE_API_URL')),
    VITE_EMAILJS_SERVICE_ID: read('VITE_EMAILJS_SERVICE_ID'),
    VITE_EMAILJS_TEMPLATE_ID: read('VITE_EMAILJS_TEMPLATE_ID'),
    VITE_EMAILJS_PUBLIC_KEY: read('VITE_EMAILJS_PUBLIC_KEY'),
    VITE_EMAILJS_ORIGIN: isEmailOn ? emailJsOrigin : '',
    MESSAGE_RETENTION_DAYS: toDays('MESSAGE_RETENTION_DAYS', read('MESSAGE_RETENTION_DAYS') || MESSAGE_RETENTION_DAYS),
  };
}

function toOrigin(name: string, given: string): string {
  if (given === '') return '';
  if (isOrigin(given)) return new URL(given).origin;
  throw new OperatorError(
    `${name} must be an http or https origin, such as https://api.example.com, without a path; given: "${given}". See .env.example.`,
  );
}

function toDays(name: string, given: string): string {
  const days = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  // The server takes the same range, and says why (server/src/env.ts).
  if (days === 0 || (days > 30 && days <= 36_500)) return String(days);
  throw new OperatorError(
    `${name} must be a number of days from 31 to 36500, or 0 for never; given: "${given}". See .env.example.`,
  );
}

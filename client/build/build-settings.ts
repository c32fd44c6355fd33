import { existsSync } from 'node:fs';
import { isOrigin } from './content-rules.ts';
import { topFolder } from './folders.ts';
import { OperatorError } from './operator-error.ts';

/** The variables of the build (product.md, section 1), in the site's code `import.meta.env.…`. */
export type BuildSettings = ReturnType<typeof parseBuildSettings>;

const EMAILJS_VARIABLES = ['VITE_EMAILJS_SERVICE_ID', 'VITE_EMAILJS_TEMPLATE_ID', 'VITE_EMAILJS_PUBLIC_KEY'] as const;
const EMAILJS_ORIGIN = 'https://api.emailjs.com';
/** The same as in server/src/env.ts. */
const MESSAGE_RETENTION_DAYS = '365';

/** From the environment and, without PORTFOLIO_NO_ENV_FILE, from `.env`. Throws as parseBuildSettings. */
export function readBuildSettings(): BuildSettings {
  const envFile = `${topFolder}/.env`;
  if (!process.env['PORTFOLIO_NO_ENV_FILE'] && existsSync(envFile)) process.loadEnvFile(envFile);
  return parseBuildSettings(process.env);
}

/** A blank variable counts as not set. @throws OperatorError that names the wrong or missing variable */
export function parseBuildSettings(variables: Record<string, string | undefined>) {
  const read = (name: string) => variables[name]?.trim() ?? '';
  const missing = EMAILJS_VARIABLES.filter((name) => read(name) === '');
  const isEmailOn = missing.length === 0;
  if (!isEmailOn && missing.length < EMAILJS_VARIABLES.length) {
    throw new OperatorError(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: EmailJS needs all of ${EMAILJS_VARIABLES.join(', ')}, or none of them (e-mail off). See .env.example.`,
    );
  }
  const emailJsOrigin = toOrigin('VITE_EMAILJS_ORIGIN', read('VITE_EMAILJS_ORIGIN') || EMAILJS_ORIGIN);
  const api = toOrigin('VITE_API_URL', read('VITE_API_URL'));
  return {
    ...toSite(read('SITE_URL'), api),
    VITE_API_URL: api,
    VITE_EMAILJS_SERVICE_ID: read('VITE_EMAILJS_SERVICE_ID'),
    VITE_EMAILJS_TEMPLATE_ID: read('VITE_EMAILJS_TEMPLATE_ID'),
    VITE_EMAILJS_PUBLIC_KEY: read('VITE_EMAILJS_PUBLIC_KEY'),
    VITE_EMAILJS_ORIGIN: isEmailOn ? emailJsOrigin : '',
    MESSAGE_RETENTION_DAYS: toDays(read('MESSAGE_RETENTION_DAYS') || MESSAGE_RETENTION_DAYS),
  };
}

/** The site's address, and its path: empty, or such as `/portfolio` (GitHub Pages). */
function toSite(given: string, api: string): { SITE_URL: string; BASE_PATH: string } {
  const url = URL.canParse(given) ? new URL(given) : null;
  const base = url?.pathname.replace(/\/$/, '') ?? '';
  if (url === null || base === '') return { SITE_URL: toOrigin('SITE_URL', given), BASE_PATH: '' };
  if (url.search || url.hash || !/^(\/[\w.~-]+)+$/.test(base)) toOrigin('SITE_URL', given);
  const origin = toOrigin('SITE_URL', given.slice(0, given.lastIndexOf(url.pathname)));
  if (api !== '') return { SITE_URL: origin + base, BASE_PATH: base };
  throw new OperatorError(
    `SITE_URL: a site under a path (${base}) is for a static host, which takes no messages: set VITE_API_URL to the address of the server. See docs/deploy.md.`,
  );
}

function toOrigin(name: string, given: string): string {
  if (given === '') return '';
  if (isOrigin(given)) return new URL(given).origin;
  throw new OperatorError(
    `${name} must be an http or https origin, such as https://api.example.com, without a path; given: "${given}". See .env.example.`,
  );
}

function toDays(given: string): string {
  const days = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  // The same range as in server/src/env.ts.
  if (days === 0 || (days > 30 && days <= 36_500)) return String(days);
  throw new OperatorError(
    `MESSAGE_RETENTION_DAYS must be a number of days from 31 to 36500, or 0 for never; given: "${given}". See .env.example.`,
  );
}

import { existsSync } from 'node:fs';
import { isOrigin } from './content-rules.ts';
import { topFolder } from './folders.ts';
import { OperatorError } from './operator-error.ts';

/**
 * The variables that are baked into the site when it is built (product.md, section 1): read, checked, and named when they are wrong.
 */
export interface BuildSettings {
  /** Origin the site is published under; empty when it is not known, and then pages do without a canonical address. */
  siteUrl: string;
  /** Origin of the server, without a slash at the end; empty when it is the origin that serves the site. */
  apiUrl: string;
  /** What EmailJS needs to send, or null when e-mail is off. */
  emailJs: EmailJsSettings | null;
  /** For how many days the server keeps a message, which the form tells its visitors; 0: until the owner deletes it. */
  messageRetentionDays: number;
}

interface EmailJsSettings {
  serviceId: string;
  templateId: string;
  publicKey: string;
  /** Origin of EmailJS or of whatever stands in for it. */
  origin: string;
}

const EMAILJS_VARIABLES = ['VITE_EMAILJS_SERVICE_ID', 'VITE_EMAILJS_TEMPLATE_ID', 'VITE_EMAILJS_PUBLIC_KEY'] as const;
const EMAILJS_ORIGIN = 'https://api.emailjs.com';
/** The server's own default (server/src/env.ts). */
const MESSAGE_RETENTION_DAYS = 365;

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
  return {
    siteUrl: readOrigin(variables, 'SITE_URL') ?? '',
    apiUrl: readOrigin(variables, 'VITE_API_URL') ?? '',
    emailJs: readEmailJs(variables),
    messageRetentionDays: readDays(variables, 'MESSAGE_RETENTION_DAYS') ?? MESSAGE_RETENTION_DAYS,
  };
}

/** The settings under the names the site's code reads them by (`import.meta.env.…`, see src/vite-env.d.ts). */
export function toClientVariables({
  siteUrl,
  apiUrl,
  emailJs,
  messageRetentionDays,
}: BuildSettings): ImportMetaEnvOfSite {
  return {
    SITE_URL: siteUrl,
    VITE_API_URL: apiUrl,
    VITE_EMAILJS_SERVICE_ID: emailJs?.serviceId ?? '',
    VITE_EMAILJS_TEMPLATE_ID: emailJs?.templateId ?? '',
    VITE_EMAILJS_PUBLIC_KEY: emailJs?.publicKey ?? '',
    VITE_EMAILJS_ORIGIN: emailJs?.origin ?? '',
    MESSAGE_RETENTION_DAYS: String(messageRetentionDays),
  };
}

/** Every variable is a text; all of EmailJS's are empty when e-mail is off. */
export interface ImportMetaEnvOfSite {
  readonly SITE_URL: string;
  readonly VITE_API_URL: string;
  readonly VITE_EMAILJS_SERVICE_ID: string;
  readonly VITE_EMAILJS_TEMPLATE_ID: string;
  readonly VITE_EMAILJS_PUBLIC_KEY: string;
  readonly VITE_EMAILJS_ORIGIN: string;
  readonly MESSAGE_RETENTION_DAYS: string;
}

function readEmailJs(variables: Record<string, string | undefined>): EmailJsSettings | null {
  const [serviceId, templateId, publicKey] = EMAILJS_VARIABLES.map((name) => variables[name]?.trim() || null);
  // Read even when e-mail is off, so that a bad value is found now and not on the day e-mail is turned on.
  const origin = readOrigin(variables, 'VITE_EMAILJS_ORIGIN') ?? EMAILJS_ORIGIN;
  if (serviceId && templateId && publicKey) return { serviceId, templateId, publicKey, origin };

  const missing = EMAILJS_VARIABLES.filter((name) => !variables[name]?.trim());
  if (missing.length === EMAILJS_VARIABLES.length) return null;
  throw new OperatorError(
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: EmailJS needs all of ${EMAILJS_VARIABLES.join(', ')}, or none of them (e-mail off). See .env.example.`,
  );
}

function readOrigin(variables: Record<string, string | undefined>, name: string): string | null {
  const given = variables[name]?.trim();
  if (!given) return null;
  if (isOrigin(given)) return new URL(given).origin;
  throw new OperatorError(
    `${name} must be an http or https origin, such as https://api.example.com, without a path; given: "${given}". See .env.example.`,
  );
}

function readDays(variables: Record<string, string | undefined>, name: string): number | null {
  const given = variables[name]?.trim();
  if (!given) return null;
  const days = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  // The server takes the same range, and says why (server/src/env.ts).
  if (days === 0 || (days > 30 && days <= 36_500)) return days;
  throw new OperatorError(
    `${name} must be a number of days from 31 to 36500, or 0 for never; given: "${given}". See .env.example.`,
  );
}

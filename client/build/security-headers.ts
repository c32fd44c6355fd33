import type { BuildSettings } from './build-settings.ts';

/** The headers that every answer of the site is to have: pages, files and refusals alike, from whichever host. */
export interface SecurityHeaders {
  headers: Record<string, string>;
  /** For answers to requests that came by https, and no others (RFC 6797, 7.2). */
  httpsHeaders: Record<string, string>;
}

/** The hashes of what stands inside the pages, as a content security policy writes them. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

/** Other origins that the site's script, or its form, speaks to; each may be empty. */
export type OtherOrigins = Pick<BuildSettings, 'VITE_API_URL' | 'VITE_EMAILJS_ORIGIN'>;

/** Features that browsers know and this site has no use for. One that Chromium does not know would be a warning in its console. */
const UNUSED_FEATURES = `
  accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection magnetometer
  microphone midi payment publickey-credentials-create publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking
`;

/**
 * One policy for all, which allows what the pages hold inline, all of them together. Files have it too: for a worker that of its own file
 * counts, and without `connect-src` the outbox's could send nothing.
 *
 * Source of the others: OWASP Secure Headers Project; of the year of https: ASVS 5.0, 3.4.1.
 */
export function makeSecurityHeaders(
  hashes: InlineHashes,
  { VITE_API_URL: api, VITE_EMAILJS_ORIGIN: emailJs }: OtherOrigins,
): SecurityHeaders {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.scripts],
    'style-src': ["'self'", ...hashes.styles],
    // What stands in the page needs no request, and neither a picture nor a font can do anything (display-font.ts).
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", api, emailJs],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", api],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return {
    headers: {
      'Content-Security-Policy': Object.entries(policy)
        .map(([directive, sources]) => [directive, ...new Set(sources.filter(Boolean))].join(' '))
        .join('; '),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': UNUSED_FEATURES.trim()
        .split(/\s+/)
        .map((feature) => `${feature}=()`)
        .join(', '),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    },
    httpsHeaders: { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' },
  };
}

/** What tells each kind of host of these headers, by the name of the file it reads. */
export function makeHostFiles(security: SecurityHeaders): Record<string, string> {
  return {
    // Our own server.
    'security-headers.json': JSON.stringify(security, null, 2),
    // Netlify and Cloudflare Pages, which speak https alone.
    _headers: [
      '/*',
      ...toLines({ ...security.headers, ...security.httpsHeaders }, (name, value) => `  ${name}: ${value}`),
      '/assets/*',
      '  Cache-Control: public, max-age=31536000, immutable',
      '',
    ].join('\n'),
    _redirects: '/ /inicio 302\n',
    // Caddy, which says in @https what came by https (docker/Caddyfile).
    'headers.caddy': [
      '(site_headers) {',
      '\theader {',
      ...toLines(security.headers, (name, value) => `\t\t${name} \`${value}\``),
      '\t\t-Server',
      '\t\t-Via',
      // Over what a server behind it has set, and not beside it.
      '\t\tdefer',
      '\t}',
      '\theader @https {',
      ...toLines(security.httpsHeaders, (name, value) => `\t\t${name} \`${value}\``),
      '\t\tdefer',
      '\t}',
      '}',
      '',
    ].join('\n'),
  };
}

function toLines(headers: Record<string, string>, toLine: (name: string, value: string) => string): string[] {
  return Object.entries(headers).map(([name, value]) => toLine(name, value));
}

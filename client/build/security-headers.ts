import type { BuildSettings } from './build-settings.ts';
import type { InlineCode } from './inline-code.ts';

/** Other origins that the script or the form sends to; each may be empty. */
export type OtherOrigins = Pick<BuildSettings, 'VITE_API_URL' | 'VITE_EMAILJS_ORIGIN'>;

/** Chromium warns in its console about a feature that it does not know. */
const UNUSED_FEATURES = `
  accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection magnetometer
  microphone midi payment publickey-credentials-create publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking
`;

/** One policy for all pages and files, as a worker gets that of its own file. Sources: OWASP Secure Headers Project; ASVS 5.0, 3.4.1. */
export function makeSecurityHeaders(hashes: InlineCode['hashes'], origins: OtherOrigins) {
  const { VITE_API_URL: api, VITE_EMAILJS_ORIGIN: emailJs } = origins;
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.scripts],
    'style-src': ["'self'", ...hashes.styles],
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
    // RFC 6797, 7.2: on https only.
    httpsHeaders: { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' },
  };
}

export type SecurityHeaders = ReturnType<typeof makeSecurityHeaders>;

/** The files from which the hosts read these headers, by name. */
export function makeHostFiles(security: SecurityHeaders): Record<string, string> {
  return {
    'security-headers.json': JSON.stringify(security, null, 2),
    // Netlify and Cloudflare Pages, which use https only.
    _headers: [
      '/*',
      ...toLines({ ...security.headers, ...security.httpsHeaders }, (name, value) => `  ${name}: ${value}`),
      '/assets/*',
      '  Cache-Control: public, max-age=31536000, immutable',
      '',
    ].join('\n'),
    _redirects: '/ /inicio 302\n',
    // Caddy; @https is defined in docker/Caddyfile.
    'headers.caddy': [
      '(site_headers) {',
      '\theader {',
      ...toLines(security.headers, (name, value) => `\t\t${name} \`${value}\``),
      '\t\t-Server',
      '\t\t-Via',
      // Replaces the headers of the server behind it.
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

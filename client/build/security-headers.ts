import type { BuildSettings } from './build-settings.ts';
import type { InlineHashes } from './inline-code.ts';

/** Other origins that the script or the form sends to; each may be empty. */
export type OtherOrigins = Pick<BuildSettings, 'VITE_API_URL' | 'VITE_EMAILJS_ORIGIN'>;

/** One policy for all pages and files, as a worker gets that of its own file. Sources: OWASP Secure Headers Project; ASVS 5.0, 3.4.1. */
export function makeSecurityHeaders(hashes: InlineHashes, origins: OtherOrigins) {
  const { VITE_API_URL: api, VITE_EMAILJS_ORIGIN: emailJs } = origins;
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.script],
    'style-src': ["'self'", ...hashes.style],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", api, emailJs],
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
      'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
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
export function makeHostFiles({ headers, httpsHeaders }: SecurityHeaders, base = ''): Record<string, string> {
  const forStaticHosts = Object.entries({ ...headers, ...httpsHeaders }).map(
    ([name, value]) => `  ${name}: ${value}\n`,
  );
  return {
    'security-headers.json': JSON.stringify({ headers, httpsHeaders, base }, null, 2),
    // Netlify and Cloudflare Pages, which use https only.
    _headers: `/*\n${forStaticHosts.join('')}/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n`,
    _redirects: '/ /inicio 302\n',
    // `defer` replaces the headers of the server behind Caddy; deploy/Caddyfile defines @https.
    'headers.caddy':
      `header {\n${forCaddy(headers)}\t?Cache-Control no-cache\n\t-Server\n\t-Via\n\tdefer\n}\n` +
      `header @https {\n${forCaddy(httpsHeaders)}\tdefer\n}\n`,
  };
}

function forCaddy(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `\t${name} \`${value}\`\n`)
    .join('');
}

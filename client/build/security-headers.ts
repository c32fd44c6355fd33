import type { BuildSettings } from './build-settings.ts';
import type { InlineHashes } from './inline-code.ts';

/** Each may be empty. */
export type OtherOrigins = Pick<BuildSettings, 'VITE_API_URL' | 'VITE_EMAILJS_ORIGIN'>;

/** One policy for all files, as a worker has that of its own file. OWASP Secure Headers Project; ASVS 5.0, 3.4.1. */
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

/** The files from which servers and static hosts read these headers, by name. */
export function makeHostFiles({ headers, httpsHeaders }: ReturnType<typeof makeSecurityHeaders>, base: string) {
  const forStaticHosts = Object.entries({ ...headers, ...httpsHeaders }).map((header) => `  ${header.join(': ')}\n`);
  return {
    'security-headers.json': JSON.stringify({ headers, httpsHeaders, base }, null, 2),
    // Netlify and Cloudflare Pages, which use https only.
    _headers: `/*\n${forStaticHosts.join('')}/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n`,
    _redirects: '/ /inicio 302\n',
    // `defer` replaces the headers from the server behind Caddy. deploy/Caddyfile defines @https.
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

import { createHash } from 'node:crypto';

/**
 * The one source of the headers that every host of the site is to send: our own server reads them from the build output
 * (security-headers.json), Netlify and Cloudflare Pages from the `_headers` file beside it.
 */
export interface SecurityHeaders {
  /** For every answer: pages, files, refusals. The policy in here allows nothing but what the outbox's worker asks for, as for a worker its own file's policy counts. */
  headers: Record<string, string>;
  /** For every answer to a request that came by https, and no other. */
  httpsHeaders: Record<string, string>;
  /** What a page has instead, by its address without `.html`. */
  pages: Record<string, Record<string, string>>;
}

/** Other origins that the site's script, or its form, speaks to. */
export interface OtherOrigins {
  /** Empty when the server is the origin that serves the site. */
  apiUrl: string;
  /** null when e-mail is off. */
  emailJsOrigin: string | null;
}

interface InlineHashes {
  scripts: string[];
  styles: string[];
}

const POLICY_HEADER = 'Content-Security-Policy';

/** Features that browsers know and this site has no use for. One that Chromium does not know would be a warning in its console. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Browsers keep to https for a year after they have been here by https (RFC 6797; ASVS 5.0, 3.4.1). */
const HTTPS_HEADERS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** Source: OWASP Secure Headers Project. */
const COMMON_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * The headers for a built site. What a page holds inline is allowed by its hash (CSP 3, section 6.7.3.3), so that nothing else inline is.
 *
 * @param pages - the HTML of each page, by its address without `.html`, such as `/inicio`
 * @param origins - who else the site speaks to
 */
export function makeSecurityHeaders(pages: ReadonlyMap<string, string>, origins: OtherOrigins): SecurityHeaders {
  const policies = [...pages].map(([address, html]) => [
    address,
    { [POLICY_HEADER]: makePolicy(findInlineHashes(html), origins) },
  ]);
  const filePolicy = joinDirectives({
    'default-src': ["'none'"],
    'connect-src': connectSources(origins),
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
  return {
    headers: { [POLICY_HEADER]: filePolicy, ...COMMON_HEADERS },
    httpsHeaders: HTTPS_HEADERS,
    pages: Object.fromEntries(policies),
  };
}

/**
 * The same headers for hosts that read a `_headers` file. They add up the rules that match an address, and two policies would both
 * be in force; so there is one policy for all, which allows what the pages hold inline, all of them together. It also covers the
 * page for unknown addresses, which has no address of its own there. These hosts speak https, and lead there from http by themselves.
 *
 * @param pages - as for makeSecurityHeaders
 */
export function makeHeadersFile(pages: ReadonlyMap<string, string>, origins: OtherOrigins): string {
  const policy = makePolicy(findInlineHashes([...pages.values()].join('\n')), origins);
  const lines = Object.entries({ ...COMMON_HEADERS, ...HTTPS_HEADERS, [POLICY_HEADER]: policy }).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  return ['/*', ...lines, '/assets/*', '  Cache-Control: public, max-age=31536000, immutable', ''].join('\n');
}

function makePolicy({ scripts, styles }: InlineHashes, origins: OtherOrigins): string {
  return joinDirectives({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    // What stands in the page needs no request, and neither a picture nor a font can do anything (client/build/display-font.ts).
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': connectSources(origins),
    'manifest-src': ["'self'"],
    'form-action': ["'self'", origins.apiUrl],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  });
}

function connectSources({ apiUrl, emailJsOrigin }: OtherOrigins) {
  return ["'self'", apiUrl, emailJsOrigin];
}

function joinDirectives(directives: Record<string, (string | null)[]>): string {
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources.filter(Boolean)].join(' '))
    .join('; ');
}

/** Of the site's own HTML, where neither a script nor a style holds its own end tag as text. */
function findInlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    // Structured data is no script: browsers do not run it, and the policy does not ask for it.
    .filter(([, attributes = '']) => !/\bsrc=|application\/ld\+json/.test(attributes))
    .map(([, , content = '']) => hashSource(content));
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, content = '']) =>
    hashSource(content),
  );
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

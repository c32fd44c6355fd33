import { expect, test } from 'vitest';
import { type InlineHashes, makeInline } from './inline-code.ts';
import { makeHostFiles, makeSecurityHeaders, type OtherOrigins } from './security-headers.ts';

const ownOrigin: OtherOrigins = { VITE_API_URL: '', VITE_EMAILJS_ORIGIN: '' };
const hashes = { script: ["'sha256-one'"], style: ["'sha256-two'", "'sha256-three'"] };

function directive(name: string, origins = ownOrigin): string | undefined {
  const policy = makeSecurityHeaders(hashes, origins).headers['Content-Security-Policy'] ?? '';
  return policy.split('; ').find((part) => part.startsWith(`${name} `));
}

test('pages are allowed the scripts and styles they hold, each by its hash, and no others', () => {
  expect(directive('default-src')).toBe("default-src 'none'");
  expect(directive('script-src')).toBe("script-src 'self' 'sha256-one'");
  expect(directive('style-src')).toBe("style-src 'self' 'sha256-two' 'sha256-three'");
  expect(makeSecurityHeaders(hashes, ownOrigin).headers['Content-Security-Policy']).not.toMatch(/unsafe|\*/);
});

test('what is put into a page is hashed as it is put in', () => {
  const collected: InlineHashes = { script: [], style: [] };
  expect(makeInline('script', 'one()', collected)).toBe('<script>one()</script>');
  expect(makeInline('style', 'a{}', collected)).toBe('<style>a{}</style>');
  // From `printf %s 'one()' | openssl dgst -sha256 -binary | base64`.
  expect(collected).toEqual({
    script: ["'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='"],
    style: ["'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"],
  });
});

test('the site may speak to its own origin only, as long as no other is set up', () => {
  expect(directive('connect-src')).toBe("connect-src 'self'");
  expect(directive('form-action')).toBe("form-action 'self'");
});

test('the site may speak to the server and to EmailJS where they are set up, and post its form to the server', () => {
  const origins = { VITE_API_URL: 'https://api.example.com', VITE_EMAILJS_ORIGIN: 'https://mail.example.com' };
  expect(directive('connect-src', origins)).toBe("connect-src 'self' https://api.example.com https://mail.example.com");
  expect(directive('form-action', origins)).toBe("form-action 'self' https://api.example.com");
});

test('nobody may frame the site, or guess the types of its files', () => {
  const { headers } = makeSecurityHeaders(hashes, ownOrigin);
  expect(directive('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(headers['X-Content-Type-Options']).toBe('nosniff');
});

test('browsers are to keep to https once they came by https, on every kind of host', () => {
  const hsts = 'max-age=31536000; includeSubDomains';
  const security = makeSecurityHeaders(hashes, ownOrigin);
  expect(security.httpsHeaders).toEqual({ 'Strict-Transport-Security': hsts });
  // Over http it must not be sent (RFC 6797, 7.2).
  expect(security.headers).not.toHaveProperty('Strict-Transport-Security');
  const files = makeHostFiles(security, '');
  expect(files['_headers']).toContain(`  Strict-Transport-Security: ${hsts}\n`);
  expect(files['headers.caddy']).toMatch(/header @https \{\s+Strict-Transport-Security `max-age=31536000;[^`]*`/);
});

test('every kind of host is told of every header', () => {
  const security = makeSecurityHeaders(hashes, ownOrigin);
  const { 'security-headers.json': json = '', _headers = '', 'headers.caddy': caddy } = makeHostFiles(security, '');
  expect(JSON.parse(json)).toEqual({ ...security, base: '' });
  for (const [name, value] of Object.entries(security.headers)) {
    expect(_headers).toContain(`  ${name}: ${value}\n`);
    expect(caddy).toContain(`\t${name} \`${value}\`\n`);
  }
  // Cloudflare Pages takes no line longer than this.
  for (const line of _headers.split('\n')) expect(line.length).toBeLessThan(2000);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeHeadersFile, makeSecurityHeaders, type OtherOrigins } from './security-headers.ts';

const ownOrigin: OtherOrigins = { apiUrl: '', emailJsOrigin: null };
const pages = new Map([
  ['/inicio', '<style>a{}</style><script>one()</script><script type="module" src="/a.js"></script>'],
  ['/404', '<style>b{}</style><script type="application/ld+json">{}</script>'],
]);

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function policyOf(address: string, origins = ownOrigin): string {
  return makeSecurityHeaders(pages, origins).pages[address]?.['Content-Security-Policy'] ?? '';
}

function directive(policy: string, name: string): string | undefined {
  return policy.split('; ').find((part) => part.startsWith(`${name} `));
}

test('a page is allowed the scripts and styles it holds, each by its hash, and no others', () => {
  expect(directive(policyOf('/inicio'), 'script-src')).toBe(`script-src 'self' ${hash('one()')}`);
  expect(directive(policyOf('/inicio'), 'style-src')).toBe(`style-src 'self' ${hash('a{}')}`);
  expect(directive(policyOf('/404'), 'script-src')).toBe("script-src 'self'");
  expect(policyOf('/inicio')).not.toMatch(/unsafe|\*/);
});

test('a page may speak to its own origin only, as long as no other is set up', () => {
  expect(directive(policyOf('/inicio'), 'connect-src')).toBe("connect-src 'self'");
  expect(directive(policyOf('/inicio'), 'form-action')).toBe("form-action 'self'");
});

test('a page may speak to the server and to EmailJS where they are set up, and post its form to the server', () => {
  const policy = policyOf('/inicio', { apiUrl: 'https://api.example.com', emailJsOrigin: 'https://mail.example.com' });
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://api.example.com https://mail.example.com");
  expect(directive(policy, 'form-action')).toBe("form-action 'self' https://api.example.com");
});

test("what is not a page is allowed nothing but the calls of the outbox's worker, and nobody may frame it", () => {
  const { headers } = makeSecurityHeaders(pages, ownOrigin);
  expect(directive(headers['Content-Security-Policy'] ?? '', 'connect-src')).toBe("connect-src 'self'");
  expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
  expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
  expect(headers['X-Content-Type-Options']).toBe('nosniff');
});

test('browsers are to keep to https once they came by https, on every kind of host', () => {
  const hsts = 'max-age=31536000; includeSubDomains';
  const { headers, httpsHeaders } = makeSecurityHeaders(pages, ownOrigin);
  expect(httpsHeaders).toEqual({ 'Strict-Transport-Security': hsts });
  // Over http it must not be sent (RFC 6797, 7.2).
  expect(headers).not.toHaveProperty('Strict-Transport-Security');
  expect(makeHeadersFile(pages, ownOrigin)).toContain(`  Strict-Transport-Security: ${hsts}\n`);
});

test('a host that reads a _headers file gets one policy, which holds for every page', () => {
  const file = makeHeadersFile(pages, ownOrigin);
  expect(file.match(/Content-Security-Policy/g)).toHaveLength(1);
  for (const content of ['one()', 'a{}', 'b{}']) expect(file).toContain(hash(content));
  // Cloudflare Pages takes no line longer than this.
  for (const line of file.split('\n')) expect(line.length).toBeLessThan(2000);
});

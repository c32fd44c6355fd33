/**
 * The headers, scored as by the MDN HTTP Observatory (mdn/mdn-http-observatory, src/grader/charts.js, August 2026). The
 * requests come as through a proxy that ends TLS, because the Observatory asks by https.
 */
import { expect, PAGES, test } from './fixtures.ts';
import { prepareServer } from './server-process.ts';

interface Answer {
  header(name: string): string;
  html: string;
}

const SIX_MONTHS_S = 15_768_000;

const TABLE: { what: string; score: (answer: Answer) => number }[] = [
  { what: 'Content-Security-Policy', score: scorePolicy },
  {
    what: 'Cross-Origin-Opener-Policy',
    score: ({ header }) => (header('cross-origin-opener-policy') === 'same-origin' ? 10 : 0),
  },
  {
    what: 'Cross-Origin-Embedder-Policy',
    score: ({ header }) => (header('cross-origin-embedder-policy') === 'require-corp' ? 10 : 0),
  },
  {
    what: 'Cross-Origin-Resource-Policy',
    score: ({ header }) => (header('cross-origin-resource-policy') === 'same-origin' ? 10 : 0),
  },
  {
    what: 'Referrer-Policy',
    score: ({ header }) =>
      ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(
        header('referrer-policy'),
      )
        ? 5
        : -5,
  },
  { what: 'framing', score: ({ header }) => (readPolicy(header)['frame-ancestors'] === "'none'" ? 5 : -20) },
  { what: 'X-Content-Type-Options', score: ({ header }) => (header('x-content-type-options') === 'nosniff' ? 0 : -5) },
  { what: 'Subresource Integrity', score: scoreIntegrity },
  {
    what: 'Strict-Transport-Security',
    // Five more for a domain on the preload list.
    score: ({ header }) => {
      const maxAge = Number(/max-age=(\d+)/.exec(header('strict-transport-security'))?.[1] ?? -1);
      if (maxAge < 0) return -20;
      return maxAge >= SIX_MONTHS_S ? 0 : -10;
    },
  },
  { what: 'cookies', score: ({ header }) => (header('set-cookie') === '' ? 0 : -40) },
  { what: 'CORS', score: ({ header }) => (header('access-control-allow-origin') === '' ? 0 : -50) },
];

function readPolicy(header: Answer['header']): Record<string, string> {
  const directives = header('content-security-policy').split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources.join(' ')];
    }),
  );
}

function scorePolicy({ header }: Answer): number {
  const policy = readPolicy(header);
  if (Object.keys(policy).length < 2) return -25;
  const all = Object.values(policy).join(' ');
  if (/'unsafe-(inline|eval)'|(^|\s)(data:|https?:|\*)(\s|$)/.test(`${policy['script-src']} ${policy['object-src']}`))
    return -20;
  if (/'unsafe-inline'/.test(all)) return 0;
  return policy['default-src'] === "'none'" ? 10 : 5;
}

/** A script of our own host needs no integrity; with it, there is a bonus. */
function scoreIntegrity({ html }: Answer): number {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)];
  if (scripts.some(([, source = '']) => !/^\/(?!\/)/.test(source))) return -50;
  return scripts.some(([tag]) => /\bintegrity="sha(256|384|512)-/.test(tag)) ? 5 : 0;
}

test("The headers of every page score at least 155 of the Observatory's 160 points", async ({
  storedMessages,
  request,
}) => {
  const server = await prepareServer(storedMessages.databaseUrl, { TRUST_PROXY: '1' });
  await server.start();
  try {
    for (const { path } of PAGES) {
      const response = await request.get(`http://127.0.0.1:${server.port}${path}`, {
        headers: { 'X-Forwarded-Proto': 'https' },
      });
      const answer = { header: (name: string) => response.headers()[name] ?? '', html: await response.text() };
      const scores = Object.fromEntries(TABLE.map(({ what, score }) => [what, score(answer)]));
      const total = Object.values(scores).reduce((sum, points) => sum + points, 100);
      expect(total, `${path}: ${JSON.stringify(scores)}`).toBeGreaterThanOrEqual(155);
    }
  } finally {
    await server.stop();
  }
});

test('The headers of every page let it do what it does, and nothing that somebody slips into it', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoise(/Content Security Policy/);
  for (const { path } of PAGES) {
    await page.goto(path);
    const refused = await page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'globalThis.slippedIn = true';
      const style = document.createElement('style');
      style.textContent = 'h1 { color: red }';
      document.body.append(script, style);
      await fetch('https://stranger.example/').catch(() => {});
      await new Promise((resolve) => setTimeout(resolve));
      return { violations, slippedIn: 'slippedIn' in globalThis };
    });
    expect(refused.slippedIn, path).toBe(false);
    expect(new Set(refused.violations), path).toEqual(new Set(['script-src-elem', 'style-src-elem', 'connect-src']));
  }
});

/**
 * Stands in for api.emailjs.com: a real HTTP server on the loopback interface that keeps EmailJS's wire contract (its
 * REST documentation, and the error texts that public repositories report) and records all requests.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../scripts/loopback.ts';

/** The account of the tests' site (VITE_EMAILJS_*). */
export const EMAILJS_ACCOUNT = {
  serviceId: 'service_teste',
  templateId: 'template_teste',
  publicKey: 'chave_teste',
} as const;

/** The tests' site is built with this address; chromium.ts maps it to the counterpart. */
export const EMAILJS_ORIGIN = 'http://emailjs.test';
export const EMAILJS_PATH = '/api/v1.0/email/send';

/** The service's real error answers. Bodies are plain text. */
export const EMAILJS_ERRORS = {
  noUserId: { status: 400, text: 'The user_id parameter is required' },
  wrongPublicKey: {
    status: 400,
    text: 'The Public Key is invalid. To find this ID, visit https://dashboard.emailjs.com/admin/account',
  },
  wrongService: {
    status: 400,
    text: 'The service ID not found. To find this ID, visit https://dashboard.emailjs.com/admin',
  },
  wrongTemplate: {
    status: 400,
    text: 'The template ID not found. To find this ID, visit https://dashboard.emailjs.com/admin/templates',
  },
  notABrowser: { status: 403, text: 'API calls are disabled for non-browser applications' },
  expiredGrant: { status: 412, text: 'Gmail_API: Invalid grant. Please reconnect your Gmail account' },
  tooLarge: { status: 413, text: 'Variables size limit. The maximum allowed variables size is 50Kb' },
  /** The status is documented (one request a second), the text is not. */
  tooManyRequests: { status: 429, text: 'Too Many Requests' },
} as const satisfies Record<string, EmailjsAnswer>;

interface EmailjsAnswer {
  status: number;
  text: string;
}

/** `limit-rate`: works, but takes only one e-mail per second. `drop` closes each connection without an answer. */
export type EmailjsBehaviour =
  | { kind: 'work' }
  | { kind: 'limit-rate' }
  | ({ kind: 'answer' } & EmailjsAnswer)
  | { kind: 'drop' }
  | { kind: 'hang' };

interface EmailjsRequest {
  /** Milliseconds since the epoch, by the clock of the test's process. */
  arrivedAt: number;
  headers: IncomingHttpHeaders;
  /** The parsed JSON, or the text if it is none. */
  body: unknown;
  /** Null if there was none. */
  answer: EmailjsAnswer | null;
}

export interface EmailjsCounterpart {
  readonly port: number;
  /** Every POST to the send address with this visitor's address in it, in order of arrival, without preflights. */
  requestsFrom(email: string): EmailjsRequest[];
  behave(behaviour: EmailjsBehaviour): void;
  reset(): void;
  close(): Promise<void>;
}

const LARGEST_PARAMS_BYTES = 50 * 1024;
const RATE_LIMIT_MS = 1000;

// As the real service, which answers pages of any origin.
const CORS_HEADERS = { 'access-control-allow-origin': '*' };
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type',
};

export async function startEmailjsCounterpart(): Promise<EmailjsCounterpart> {
  let behaviour: EmailjsBehaviour = { kind: 'work' };
  let lastAcceptedAt = Number.NEGATIVE_INFINITY;
  const requests: EmailjsRequest[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? '', EMAILJS_ORIGIN).pathname !== EMAILJS_PATH)
      return send(response, { status: 404, text: 'Not Found' });
    if (behaviour.kind === 'drop') return void request.socket.destroy();
    if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT_HEADERS).end();
    if (request.method !== 'POST') return send(response, { status: 405, text: 'Method Not Allowed' });

    const arrivedAt = Date.now();
    const body = parseJson(await text(request));
    const reply = decide(behaviour, request, body, arrivedAt);
    requests.push({ arrivedAt, headers: request.headers, body, answer: reply });
    if (reply !== null) send(response, reply);
  }

  function decide(now: EmailjsBehaviour, request: IncomingMessage, body: unknown, arrivedAt: number) {
    if (now.kind === 'answer') return { status: now.status, text: now.text };
    if (now.kind === 'hang') return null;
    const fault = findFault(request.headers, body);
    if (fault !== null) return fault;
    if (now.kind === 'limit-rate' && arrivedAt - lastAcceptedAt < RATE_LIMIT_MS) return EMAILJS_ERRORS.tooManyRequests;
    lastAcceptedAt = arrivedAt;
    return { status: 200, text: 'OK' };
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const port = await listenOnLoopback(server);

  return {
    port,
    requestsFrom: (email) => requests.filter(({ body }) => JSON.stringify(body).includes(email)),
    behave(next) {
      behaviour = next;
    },
    reset() {
      behaviour = { kind: 'work' };
      lastAcceptedAt = Number.NEGATIVE_INFINITY;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The first of the service's rules that a request breaks. */
function findFault(headers: IncomingHttpHeaders, body: unknown): EmailjsAnswer | null {
  if (headers.origin === undefined) return EMAILJS_ERRORS.notABrowser;
  // A body that is no JSON object has no user_id either; the service's answer to it is not documented.
  if (typeof body !== 'object' || body === null || !('user_id' in body)) return EMAILJS_ERRORS.noUserId;
  if (body.user_id !== EMAILJS_ACCOUNT.publicKey) return EMAILJS_ERRORS.wrongPublicKey;
  if (!('service_id' in body) || body.service_id !== EMAILJS_ACCOUNT.serviceId) return EMAILJS_ERRORS.wrongService;
  if (!('template_id' in body) || body.template_id !== EMAILJS_ACCOUNT.templateId) return EMAILJS_ERRORS.wrongTemplate;
  const params = 'template_params' in body ? JSON.stringify(body.template_params) : '';
  if (Buffer.byteLength(params) > LARGEST_PARAMS_BYTES) return EMAILJS_ERRORS.tooLarge;
  return null;
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return source;
  }
}

function send(response: ServerResponse, { status, text: body }: EmailjsAnswer): void {
  response.writeHead(status, { ...CORS_HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(body);
}

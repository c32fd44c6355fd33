import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { DatabaseUnavailableError } from '../database.ts';

/** Every refusal: HTTP status, title, and a sentence in Portuguese that the reader can act on. */
const PROBLEMS = {
  invalid_message: [400, 'A mensagem precisa de ajustes', 'Corrija os campos indicados e envie de novo.'],
  malformed_body: [
    400,
    'Não foi possível ler a mensagem',
    'O corpo do pedido não está bem formado. Envie JSON válido, em UTF-8.',
  ],
  malformed_idempotency_key: [400, 'Chave de envio inválida', 'O cabeçalho Idempotency-Key precisa ser um UUID.'],
  bad_request: [400, 'Pedido inválido', 'O servidor não entendeu o pedido.'],
  request_timeout: [408, 'O pedido demorou demais', 'O pedido não chegou inteiro a tempo. Envie de novo.'],
  headers_too_large: [431, 'Cabeçalhos grandes demais', 'Envie menos cabeçalhos, ou mais curtos.'],
  foreign_origin: [403, 'Origem não permitida', 'Este formulário só aceita mensagens enviadas pelo próprio site.'],
  not_found: [404, 'Página não encontrada', 'Não existe nada neste endereço.'],
  method_not_allowed: [405, 'Método não permitido', 'Este endereço não aceita esse método; veja o cabeçalho Allow.'],
  body_too_large: [413, 'Mensagem grande demais', 'Envie no máximo 32 kB.'],
  unsupported_media_type: [
    415,
    'Formato não aceito',
    'Envie application/json ou application/x-www-form-urlencoded, em UTF-8 e sem compressão.',
  ],
  idempotency_key_reused: [422, 'Chave de envio já usada', 'Esta Idempotency-Key já pertence a outra mensagem.'],
  too_many_requests: [429, 'Muitas mensagens em pouco tempo', 'Espere um pouco e envie de novo.'],
  internal_error: [
    500,
    'Algo deu errado do nosso lado',
    'Não sabemos se a mensagem chegou a ser guardada. Tente de novo mais tarde.',
  ],
  database_unavailable: [
    503,
    'Serviço indisponível por um momento',
    'Não sabemos se a mensagem chegou a ser guardada. Tente de novo em instantes.',
  ],
  overloaded: [
    503,
    'Muitas mensagens chegando ao mesmo tempo',
    'A mensagem não foi guardada. Tente de novo em instantes.',
  ],
} satisfies Record<string, [status: number, title: string, detail: string]>;

/** Stable: callers may depend on it. */
export type ProblemCode = keyof typeof PROBLEMS;

/** Thrown by a handler to refuse a request; the error handler answers it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ProblemCode;
  readonly status: number;
  /** Members in addition to those of RFC 9457, such as `errors`. */
  readonly extra: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    { extra = {}, headers = {}, cause }: { extra?: object; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    const [status, , detail] = PROBLEMS[code];
    super(detail, { cause });
    this.code = code;
    this.status = status;
    this.extra = extra;
    // The database may be back by then (product.md, section 4).
    this.headers = { ...(status === 503 && { 'Retry-After': '5' }), ...headers };
  }
}

/** 405 with the methods that the address takes (RFC 9110, 15.5.6). */
export function refuseMethod(allow: string): Refusal {
  return new Refusal('method_not_allowed', { headers: { Allow: allow } });
}

/** An RFC 9457 problem document. */
export function formatProblem({ code, extra, headers }: Refusal): { headers: Record<string, string>; body: string } {
  const [status, title, detail] = PROBLEMS[code];
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code, ...extra });
  return {
    headers: {
      ...headers,
      'Cache-Control': 'no-store',
      'Content-Language': 'pt-BR',
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

/** Answers with a problem document; keeps the headers that are already set. */
export function sendProblem(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = formatProblem(refusal);
  response.writeHead(refusal.status, headers).end(body);
}

export type RefusalSender = (request: Request, response: Response, refusal: Refusal) => void;

/** The only error handler: logs what was thrown, with its cause, and answers with a refusal. */
export function createErrorHandler(log: Logger, sendRefusal: RefusalSender): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = toRefusal(error);
    const { status, code } = refusal;
    // No query, headers, address or body: a visitor sent those.
    const line = { method: request.method, path: request.path, status, code };
    if (status >= 500) log.error({ ...line, err: error }, 'request failed');
    else log.info(line, 'request refused');
    // Too late for an answer. Express closes the connection, so that nobody takes half an answer for a whole one.
    if (response.headersSent) return next(error);
    sendRefusal(request, response, refusal);
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailableError) return new Refusal('database_unavailable', { cause: error });
  // Errors of Express have a 4xx, for example for a path that cannot be decoded.
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return new Refusal(status >= 400 && status < 500 ? 'bad_request' : 'internal_error', { cause: error });
}

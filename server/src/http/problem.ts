import type { ServerResponse } from 'node:http';

/** Every way a request can be refused: HTTP status, and one sentence in Portuguese that the reader can act on. */
const PROBLEMS = {
  invalid_message: {
    status: 400,
    title: 'A mensagem precisa de ajustes',
    detail: 'Corrija os campos indicados e envie de novo.',
  },
  malformed_body: {
    status: 400,
    title: 'Não foi possível ler a mensagem',
    detail: 'O corpo do pedido não está bem formado. Envie JSON válido, em UTF-8.',
  },
  malformed_idempotency_key: {
    status: 400,
    title: 'Chave de envio inválida',
    detail: 'O cabeçalho Idempotency-Key precisa ser um UUID.',
  },
  bad_request: { status: 400, title: 'Pedido inválido', detail: 'O servidor não entendeu o pedido.' },
  request_timeout: {
    status: 408,
    title: 'O pedido demorou demais',
    detail: 'O pedido não chegou inteiro a tempo. Envie de novo.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectativa não atendida',
    detail: 'O servidor não atende o que o cabeçalho Expect pede.',
  },
  headers_too_large: {
    status: 431,
    title: 'Cabeçalhos grandes demais',
    detail: 'Envie menos cabeçalhos, ou mais curtos.',
  },
  foreign_origin: {
    status: 403,
    title: 'Origem não permitida',
    detail: 'Este formulário só aceita mensagens enviadas pelo próprio site.',
  },
  not_found: { status: 404, title: 'Página não encontrada', detail: 'Não existe nada neste endereço.' },
  method_not_allowed: {
    status: 405,
    title: 'Método não permitido',
    detail: 'Este endereço não aceita esse método; veja o cabeçalho Allow.',
  },
  body_too_large: { status: 413, title: 'Mensagem grande demais', detail: 'Envie no máximo 32 kB.' },
  unsupported_media_type: {
    status: 415,
    title: 'Formato não aceito',
    detail: 'Envie application/json ou application/x-www-form-urlencoded, em UTF-8 e sem compressão.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Chave de envio já usada',
    detail: 'Esta Idempotency-Key já pertence a outra mensagem.',
  },
  too_many_requests: {
    status: 429,
    title: 'Muitas mensagens em pouco tempo',
    detail: 'Espere um pouco e envie de novo.',
  },
  internal_error: {
    status: 500,
    title: 'Algo deu errado do nosso lado',
    detail: 'Não sabemos se a mensagem chegou a ser guardada. Tente de novo mais tarde.',
  },
  database_unavailable: {
    status: 503,
    title: 'Serviço indisponível por um momento',
    detail: 'Não sabemos se a mensagem chegou a ser guardada. Tente de novo em instantes.',
  },
  overloaded: {
    status: 503,
    title: 'Muitas mensagens chegando ao mesmo tempo',
    detail: 'A mensagem não foi guardada. Tente de novo em instantes.',
  },
};

/** Stable: callers may branch on it. */
export type ProblemCode = keyof typeof PROBLEMS;

/** Thrown by a handler to refuse a request; the error handler answers it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ProblemCode;
  readonly status: number;
  /** Members beside RFC 9457's own, such as `errors`. */
  readonly extra: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    { extra = {}, headers = {}, cause }: { extra?: object; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(PROBLEMS[code].detail, { cause });
    this.code = code;
    this.status = PROBLEMS[code].status;
    this.extra = extra;
    this.headers = headers;
  }
}

/** 405, naming the methods that the address does take (RFC 9110, 15.5.6). */
export function refuseMethod(allow: string): Refusal {
  return new Refusal('method_not_allowed', { headers: { Allow: allow } });
}

/** An RFC 9457 problem document: its body, and what stands in its head beside the status. */
export function formatProblem({ code, extra, headers }: Refusal): { headers: Record<string, string>; body: string } {
  const { title, status, detail } = PROBLEMS[code];
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

/** Answers with a problem document, besides the headers that are set already. */
export function sendProblem(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = formatProblem(refusal);
  response.writeHead(refusal.status, headers).end(body);
}

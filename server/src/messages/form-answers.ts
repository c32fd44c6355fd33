import { FIELDS, type FieldError } from '@portfolio/contract/message';
import type { Request, Response } from 'express';
import { type BuiltSite, REFUSED_PAGE } from '../http/built-site.ts';
import { type Refusal, type RefusalSender, sendProblem } from '../http/problem.ts';
import { isForm } from '../http/read-body.ts';

const SENT_PAGE = '/mensagem-enviada';

/** Whether a browser without JavaScript posted the form and will show the answer. */
export function isFormPost(request: Request): boolean {
  return request.method === 'POST' && isForm(request) && request.accepts(['html', 'json']) === 'html';
}

/**
 * Redirects to the page that says 'Mensagem enviada!' (303: a reload posts nothing again), on the origin in
 * `corsOrigins` that the form was posted from, else on ours.
 */
export function sendFormSuccess(request: Request, response: Response, corsOrigins: readonly string[]): void {
  const origin = corsOrigins.find((allowed) => allowed === request.get('Origin')) ?? '';
  response.redirect(303, origin + SENT_PAGE);
}

/** Answers a form post with a page that says what to correct and keeps what was typed; else a problem document. */
export function createRefusalSender({ files }: BuiltSite): RefusalSender {
  const template = String(files.get(`${REFUSED_PAGE}.html`));
  return (request, response, refusal) => {
    if (!isFormPost(request)) return sendProblem(response, refusal);
    // Strings by field name (read-body.ts); undefined if the form could not be read.
    const typed: Record<string, string> = request.body ?? {};
    const values = new Map<string, string>(FIELDS.map((field) => [field, escapeHtml(typed[field] ?? '')]));
    // HTML drops a line break directly after <textarea>: it drops this one, not the visitor's.
    values.set('text', `\n${values.get('text')}`);
    const { errors = [refusal] } = refusal.extra as { errors?: FieldError[] }; // save-message.ts puts them there
    values.set('problems', errors.map(({ message }) => escapeHtml(message)).join('</li><li>'));
    const state = stateOf(refusal, typed);
    response
      .status(refusal.status)
      .set({ ...refusal.headers, 'Cache-Control': 'no-store' })
      .type('html')
      .send(
        template
          .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_section, name, words) => (name === state ? words : ''))
          .replace(/\{\{(\w+)\}\}/g, (mark, name) => values.get(name) ?? mark),
      );
  };
}

/** What is certain about the message: the page has a section for each (client/src/content/static-pages.ts). */
function stateOf({ status }: Refusal, typed: Record<string, string>): 'refused' | 'unreadable' | 'unsure' {
  if (!FIELDS.some((field) => field in typed)) return 'unreadable';
  return status >= 500 ? 'unsure' : 'refused';
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

import { FIELDS, type FieldError } from '@portfolio/contract/message';
import type { Request, Response } from 'express';
import { type BuiltSite, REFUSED_PAGE } from '../http/built-site.ts';
import type { RefusalSender } from '../http/error-handler.ts';
import { type Refusal, sendProblem } from '../http/problem.ts';
import { isForm } from '../http/read-body.ts';

/** The prerendered page that says the message was sent. */
const SENT_PAGE = '/mensagem-enviada';

/** Whether a person without JavaScript pressed the form's button: the browser posts the form and will show what comes back. */
export function isFormPost(request: Request): boolean {
  return request.method === 'POST' && isForm(request) && request.accepts(['html', 'json']) === 'html';
}

/**
 * Leads to the page that says 'Mensagem enviada!' (303, so that a reload posts nothing again).
 *
 * @param corsOrigins where else the form may stand; the page is then there too. Nothing the sender says becomes an address.
 */
export function sendFormSuccess(request: Request, response: Response, corsOrigins: readonly string[]): void {
  const origin = corsOrigins.find((allowed) => allowed === request.get('Origin')) ?? '';
  response.redirect(303, origin + SENT_PAGE);
}

/** Answers a form that cannot be taken with a page that says what to mend and still holds what was typed, and everybody else with a problem document. */
export function createRefusalSender({ files }: BuiltSite): RefusalSender {
  const template = String(files.get(`${REFUSED_PAGE}.html`));
  return (request, response, refusal) => {
    if (!isFormPost(request)) return sendProblem(response, refusal);
    // Of a form read-body.ts makes texts by their names; before it has read one there is none.
    const typed: Record<string, string> = request.body ?? {};
    const values = new Map<string, string>(FIELDS.map((field) => [field, escapeHtml(typed[field] ?? '')]));
    // HTML drops a line break right after <textarea>: this one, rather than the visitor's.
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

/** What the page may truly say of the message; its sections are named so (client/src/content/static-pages.ts). */
function stateOf({ status }: Refusal, typed: Record<string, string>): 'refused' | 'unreadable' | 'unsure' {
  if (!FIELDS.some((field) => field in typed)) return 'unreadable';
  return status >= 500 ? 'unsure' : 'refused';
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

import type { Message } from '@portfolio/contract/message';

/**
 * Why a message is taken for spam. One reason is enough: the owner still finds the message under that status.
 *
 * - `honeypot`: the field that no person sees was filled in
 * - `markup`: HTML or forum markup in plain text
 * - `many_links`: a recruiter may send a link or two; more is advertising
 * - `repeated`: an equal message came recently under another key
 */
export type SpamReason = 'honeypot' | 'markup' | 'link_in_name' | 'many_links' | 'repeated';

const MANY_LINKS = 4;

const LINK = /\b(?:https?:\/\/|www\.)\S/gi;
const MARKUP = /<(?:a|img|iframe|script|style|div|br|p)\b[^>]*>|\[(?:url|img|link)\b/i;

/** The reasons in a message itself; the store adds `repeated`. None refuses or deletes it (product.md, section 4). */
export function findSpamReasons({ name, text }: Message, honeypot: unknown): SpamReason[] {
  const reasons: SpamReason[] = [];
  if (honeypot !== undefined && honeypot !== null && honeypot !== '') reasons.push('honeypot');
  if (MARKUP.test(text) || MARKUP.test(name)) reasons.push('markup');
  if (name.search(LINK) !== -1) reasons.push('link_in_name');
  if ((text.match(LINK) ?? []).length >= MANY_LINKS) reasons.push('many_links');
  return reasons;
}

import type { Message } from '@portfolio/contract/message';

/**
 * Why a message was taken for spam. One reason is enough, as being taken for spam costs little: the owner finds it under that status.
 *
 * - `honeypot`: the field that no person sees was filled in
 * - `markup`: HTML or forum markup in what is plain text
 * - `link_in_name`: the address of a web page where a name belongs
 * - `many_links`: a recruiter may send a link or two; more of them is advertising
 * - `repeated`: the very same message came before, lately, under another key
 */
export type SpamReason = 'honeypot' | 'markup' | 'link_in_name' | 'many_links' | 'repeated';

const MANY_LINKS = 4;

const LINK = /\b(?:https?:\/\/|www\.)\S/gi;
const MARKUP = /<(?:a|img|iframe|script|style|div|br|p)\b[^>]*>|\[(?:url|img|link)\b/i;

/**
 * The reasons that a message gives, by itself, for being taken for spam; whether it was `repeated` only the store can tell.
 * Suspicion files a message elsewhere; it neither refuses nor deletes one (product.md, section 4).
 *
 * @param honeypot what came in the field that people do not see
 */
export function findSpamReasons({ name, text }: Message, honeypot: unknown): SpamReason[] {
  const reasons: SpamReason[] = [];
  if (honeypot !== undefined && honeypot !== null && honeypot !== '') reasons.push('honeypot');
  if (MARKUP.test(text) || MARKUP.test(name)) reasons.push('markup');
  if (name.search(LINK) !== -1) reasons.push('link_in_name');
  if ((text.match(LINK) ?? []).length >= MANY_LINKS) reasons.push('many_links');
  return reasons;
}

/** In place of the owner's. */
export const HEADLINE = 'dev web full-stack';

interface Greeted {
  name?: string | undefined;
  shortName?: string | undefined;
  headline?: string | undefined;
}

/** The heading of Home in parts, with a space between them: what stands before the name, the name, if there is one, and what stands after it. */
export function splitGreeting({ name, shortName = name, headline = HEADLINE }: Greeted) {
  return { words: 'Olá! Eu sou', name: shortName && `${shortName},`, headline: `${headline}.` };
}

/** The same as one text, which is in the picture of link previews too. */
export function makeGreeting(owner: Greeted): string {
  const { words, name, headline } = splitGreeting(owner);
  return [words, name, headline].filter(Boolean).join(' ');
}

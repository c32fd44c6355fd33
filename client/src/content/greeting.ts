/** In place of the owner's. */
export const HEADLINE = 'dev web full-stack';

interface Greeted {
  name?: string | undefined;
  shortName?: string | undefined;
  headline?: string | undefined;
}

/** The heading of Home in parts, with a space between them: all of it, or what stands before the name, the name, and what stands after it. */
export function splitGreeting({ name, shortName = name, headline = HEADLINE }: Greeted): string[] {
  return shortName ? ['Olá! Eu sou', `${shortName},`, `${headline}.`] : [`Olá! Eu sou ${headline}.`];
}

/** The same as one text, which is in the picture of link previews too. */
export function makeGreeting(owner: Greeted): string {
  return splitGreeting(owner).join(' ');
}

/** In place of the owner's. */
export const HEADLINE = 'dev web full-stack';

/** The heading of Home, which is in the picture of link previews too. */
export function makeGreeting({
  name,
  shortName = name,
  headline = HEADLINE,
}: {
  name?: string | undefined;
  shortName?: string | undefined;
  headline?: string | undefined;
}) {
  return shortName ? `Olá! Eu sou ${shortName}, ${headline}.` : `Olá! Eu sou ${headline}.`;
}

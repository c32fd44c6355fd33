/** In place of the owner's. */
export const HEADLINE = 'dev web full-stack';

/** The heading of Home, which is in the picture of link previews too. */
export function makeGreeting({
  name,
  headline = HEADLINE,
}: {
  name?: string | undefined;
  headline?: string | undefined;
}) {
  return name ? `Olá! Eu sou ${name}, ${headline}.` : `Olá! Eu sou ${headline}.`;
}

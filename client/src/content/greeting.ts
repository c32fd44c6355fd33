/** The heading of Home, which is in the picture of link previews too. */
export function makeGreeting({
  name,
  headline = 'dev web full-stack',
}: {
  name?: string | undefined;
  headline?: string | undefined;
}) {
  return name ? `Olá! Eu sou ${name}, ${headline}.` : `Olá! Eu sou ${headline}.`;
}

/** An address, or a stand-in for one that only the owner knows. */
export type Link = string | { standIn: string };

/** A stand-in: every build lists it until the owner writes the real address, as a plain text, in its place. */
export function toFillIn(standIn: string) {
  return { standIn };
}

export function hrefOf(link: Link): string {
  return typeof link === 'string' ? link : link.standIn;
}

/**
 * A link the site shows. Most are plain addresses. One that only the owner knows starts as `toFillIn('https://…')`: visitors are taken
 * to that stand-in, and every build lists it until the owner puts the real address in its place, as a plain text.
 */
export type Link = string | StandIn;

interface StandIn {
  readonly standIn: string;
}

/** Marks an address that stands in for one the owner has still to fill in. */
export function toFillIn(standIn: string): StandIn {
  return { standIn };
}

/** Where a link leads, be it final or a stand-in. */
export function hrefOf(link: Link): string {
  return typeof link === 'string' ? link : link.standIn;
}

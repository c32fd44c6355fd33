/** An address, or a stand-in for one that only the owner knows. */
export type Link = string | { standIn: string };

/** For screen readers, behind the text of a link. */
export const NEW_TAB = '(abre em nova aba)';

export function hrefOf(link: Link): string {
  return typeof link === 'string' ? link : link.standIn;
}

/** An address, or a stand-in for one that only the owner knows. */
export type Link = string | { standIn: string };

/** For screen readers, behind the text of a link. */
export const NEW_TAB = '(abre em nova aba)';

export function hrefOf(link: Link): string {
  return typeof link === 'string' ? link : link.standIn;
}

/** The address of a file or page of this site below the path under which it is published; other addresses as they are. */
export function belowBase(address: string): string {
  return address.replace(/^\//, import.meta.env.BASE_URL);
}

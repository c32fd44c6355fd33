import { AWAKE_EVENT } from './inline/awake-event.ts';

let isTaken = false;

/** Whether React answers the visitor: not yet while it takes over the built page, and never in the build itself. */
export function hasTakenOver(): boolean {
  return isTaken;
}

/** Tells the script in the page (inline/wake.ts), and the components, that React answers the visitor from now on. */
export function announceTakeOver(): void {
  isTaken = true;
  document.dispatchEvent(new Event(AWAKE_EVENT));
}

import { useSyncExternalStore } from 'react';

/** Whether React answers the visitor: false in the build and while React hydrates the built page, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isInBrowser, isInBuiltPage);
}

const subscribeToNothing = () => () => undefined;
const isInBrowser = () => true;
const isInBuiltPage = () => false;

import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/** False in the built page and during hydration, then what `read` gives. */
function useBrowser(read: () => boolean): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

export function useIsHydrated(): boolean {
  return useBrowser(() => true);
}

/** Whether all cards are listed (product.md, section 2), and the end of the form is far below its heading. */
export function useIsNarrow(): boolean {
  return useBrowser(() => matchMedia('(width <= 768px)').matches);
}

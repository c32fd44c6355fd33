import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/** In such a window all cards are listed (product.md, section 2). False in the built page and during hydration. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia('(width <= 768px)').matches,
    () => false,
  );
}

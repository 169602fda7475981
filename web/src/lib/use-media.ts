import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, now and when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Fingers, and windows as narrow as a phone: the variant `touch` of `index.css`. */
const TOUCH = '(pointer: coarse), (width < 40rem)';

/** Returns whether controls need words, because no tooltip shows their names. */
export const useTouch = (): boolean => useMedia(TOUCH);

import { useEffectEvent, useLayoutEffect, useRef } from 'react';

type Place = Element | null | undefined;

/**
 * For an element that goes away by itself, for instance once it is deleted: a focus that was in it
 * moves to the first of `places` that is still there then, so that a keyboard does not start over
 * at the top of the page. `places` is asked while the element still stands in the page.
 */
export function useLeaveFocus<T extends HTMLElement>(places: (leaving: T) => Place[]) {
  const ref = useRef<T>(null);
  const find = useEffectEvent(places);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const found = find(element);
      queueMicrotask(() => {
        if (element.isConnected || document.activeElement !== document.body) return;
        const place = found.find((other) => other?.isConnected);
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      });
    };
  }, []);
  return ref;
}

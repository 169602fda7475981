import { useEffectEvent, useLayoutEffect, useRef } from 'react';

type Place = Element | null | undefined;

/**
 * Returns a ref for an element that disappears by itself, for instance when it is deleted. A focus
 * inside it moves to the first of `places` that remains, so that keyboard users do not start over
 * at the top of the page. `places` is called while the element is still in the page.
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

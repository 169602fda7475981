import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * For an element that goes away by itself, for instance once it is deleted: `moveOn` is called with
 * it when the focus was in it, so that a keyboard does not start over at the top of the page. The
 * element is still in its place at that moment.
 */
export function useLeaveFocus<T extends HTMLElement>(moveOn: (leaving: T) => void) {
  const ref = useRef<T>(null);
  const leave = useEffectEvent(moveOn);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) leave(element);
    };
  }, []);
  return ref;
}

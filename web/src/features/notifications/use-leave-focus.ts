import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * For an element that goes away by itself, for instance once it is deleted: `moveOn` is called when
 * the focus was in it, so that a keyboard does not start over at the top of the page.
 */
export function useLeaveFocus<T extends HTMLElement>(moveOn: () => void) {
  const ref = useRef<T>(null);
  const leave = useEffectEvent(moveOn);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) leave();
    };
  }, []);
  return ref;
}

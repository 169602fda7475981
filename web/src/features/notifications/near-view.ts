/** How far from what is in view something counts as near: there is time to render it. */
const NEAR = '150% 0px';

type Listener = (isNear: boolean, heightPx: number) => void;

const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | null = null;

/** Whether the browser reports what is near; without, everything counts as near. */
export const canObserve = () => typeof IntersectionObserver === 'function';

/** Calls `listener` now and whenever `element` comes near to what is in view or leaves it. */
export function observeNearness(element: Element, listener: Listener): () => void {
  if (!canObserve()) return () => undefined;
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        listeners.get(target)?.(isIntersecting, boundingClientRect.height);
      }
    },
    { rootMargin: NEAR },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
  };
}

/** The distance from the viewport at which an element is near: there is time to render it. */
const NEAR = '150% 0px';

type Listener = (isNear: boolean, heightPx: number) => void;

const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | null = null;

/** The event that asks a distant part of a long list to render its items. */
export const SHOW_CHUNK = 'show-chunk';

/** Returns whether the browser reports what is near; without that, everything counts as near. */
export const canObserve = () => typeof IntersectionObserver === 'function';

/** Calls `listener` now and whenever `element` comes near the viewport or leaves it. */
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

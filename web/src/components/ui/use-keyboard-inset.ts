import { useSyncExternalStore } from 'react';

/**
 * Returns the height of the window's lower part that the on-screen keyboard covers, in px. Browsers
 * that let it overlap the page report it only through the visual viewport.
 */
export const useKeyboardInset = () => useSyncExternalStore(subscribe, covered);

function subscribe(onChange: () => void): () => void {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', onChange);
  visualViewport?.addEventListener('scroll', onChange);
  return () => {
    visualViewport?.removeEventListener('resize', onChange);
    visualViewport?.removeEventListener('scroll', onChange);
  };
}

function covered(): number {
  const { visualViewport, innerHeight } = window;
  // Zooming in shrinks the visual viewport too, without a keyboard.
  if (!visualViewport || visualViewport.scale > 1.01) return 0;
  const { height, offsetTop } = visualViewport;
  return Math.max(0, Math.round(innerHeight - height - offsetTop));
}

import { useSyncExternalStore } from 'react';

/**
 * How much of the window's lower end lies under the on-screen keyboard, in px. Browsers that let it
 * cover the page tell so by the visual viewport only.
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
  // Of a page that is zoomed in, the rest is beyond the screen and not under a keyboard.
  if (!visualViewport || visualViewport.scale > 1.01) return 0;
  const { height, offsetTop } = visualViewport;
  return Math.max(0, Math.round(innerHeight - height - offsetTop));
}

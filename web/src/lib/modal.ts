import { useSyncExternalStore } from 'react';

/** Set on the body by every modal dialog, which stops the page from scrolling. */
const MARK = 'data-scroll-locked';

/** Whether a modal dialog is open. */
export function isModalOpen(): boolean {
  return document.body.hasAttribute(MARK);
}

/** The same, followed. */
export function useModalOpen(): boolean {
  return useSyncExternalStore(follow, isModalOpen);
}

function follow(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { attributeFilter: [MARK] });
  return () => observer.disconnect();
}

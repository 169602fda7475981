/** Calls `work` once the page has nothing better to do. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(work, { timeout: 3_000 });
  return () => window.cancelIdleCallback(id);
}

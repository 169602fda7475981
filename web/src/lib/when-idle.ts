/** Calls `work` once the page is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(work, { timeout: 3_000 });
  return () => window.cancelIdleCallback(id);
}

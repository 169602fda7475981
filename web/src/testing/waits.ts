/** The library's own limits are longer than the app's waits for what it shows. */
const isOfApp = (ms: number) => ms > 1_000 && ms < 60_000;

type Timer = ReturnType<typeof setTimeout>;
const held = new Map<Timer, () => void>();

/**
 * Lets the app's waits of more than a second end only by `endWaits` or under fake timers. On a busy machine, what the
 * app shows for some seconds would be gone before a test looks for it.
 */
export function holdWaits(): void {
  if (setTimeout.name === 'holding') return;
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const holding = (run: () => void, ms = 0, ...values: []) => {
    if (!isOfApp(ms)) return start(run, ms, ...values);
    const timer = start(run, 2 ** 31 - 1);
    held.set(timer, run);
    return timer;
  };
  globalThis.setTimeout = holding as typeof setTimeout;
  globalThis.clearTimeout = ((timer: Timer) => {
    held.delete(timer);
    clear(timer);
  }) as typeof clearTimeout;
}

/** Ends all waits that are held. */
export function endWaits(): void {
  for (const [timer, run] of [...held]) {
    clearTimeout(timer);
    run();
  }
}

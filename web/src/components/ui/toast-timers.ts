import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onDismiss` after `ms` milliseconds. The timer restarts after `held` and when `subject`
 * changes.
 */
export function useAutoDismiss(ms: number, held: boolean, subject: unknown, onDismiss: () => void) {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(), ms);
    return () => clearTimeout(timer);
  }, [ms, held, subject]);
}

/** Returns the whole seconds until `time` (ms since the epoch), down to 0; null without one. */
export function useSecondsUntil(time: number | undefined): number | null {
  const [now, setNow] = useState(() => Date.now());
  const left = time === undefined ? null : Math.max(0, Math.ceil((time - now) / 1000));
  useEffect(() => {
    if (left === null || left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [left, now]);
  return left;
}

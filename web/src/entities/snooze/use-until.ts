import { useEffect, useState } from 'react';

/** The longest delay of a browser's timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Returns `until` (RFC 3339) while it is in the future, then null. */
export function useUntil(until: string | null): string | null {
  const [over, setOver] = useState(() => (isOver(until) ? until : null));
  useEffect(() => {
    if (until === null) return;
    const left = Math.min(Date.parse(until) - Date.now(), MAX_TIMER_MS);
    const timer = setTimeout(() => setOver(until), left);
    return () => clearTimeout(timer);
  }, [until]);
  return until === over ? null : until;
}

function isOver(until: string | null): boolean {
  return until !== null && Date.parse(until) <= Date.now();
}

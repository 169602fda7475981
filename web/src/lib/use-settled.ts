import { useEffect, useState } from 'react';

/** Returns `value` once it has stayed the same for `ms` milliseconds; initially the first one. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

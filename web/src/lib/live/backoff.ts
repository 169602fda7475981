const BASE_MS = 1_000;
const CAP_MS = 30_000;

/**
 * Returns the milliseconds to wait before attempt number `attempt` (from 0): doubling from 1 s up
 * to 30 s, with the upper half random, so that many clients do not reconnect in step.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const full = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  return full / 2 + (full / 2) * random();
}

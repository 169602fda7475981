const BASE_MS = 1_000;
const CAP_MS = 30_000;

/**
 * Milliseconds to wait before try number `attempt` (from 0): doubling from 1 s up to 30 s, the
 * upper half of it random, so that many clients do not come back in step.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const full = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  return full / 2 + (full / 2) * random();
}

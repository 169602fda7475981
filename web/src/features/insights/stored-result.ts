import type { InsightsResult } from '@/api/types';

const KEY = 'aiInsights';

type Stored = { userId: string; result: InsightsResult };

/** The latest result of `userId` that this browser has kept; another user's is never given out. */
export function storedResult(userId: string): InsightsResult | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null;
    return stored?.userId === userId ? stored.result : null;
  } catch {
    return null;
  }
}

/** Keeps `result` in this browser. One too large for it is on the server all the same. */
export function storeResult(userId: string, result: InsightsResult): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, result } satisfies Stored));
  } catch {
    forgetResult();
  }
}

export function forgetResult(): void {
  localStorage.removeItem(KEY);
}

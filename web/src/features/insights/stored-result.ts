import type { Insights, InsightsResult } from '@/api/types';

const KEY = 'aiInsights';
const CLEARED = 'aiInsightsCleared';

type Stored = { userId: string; result: InsightsResult };

/** Returns the latest result of `userId` in this browser, never another user's. */
export const storedResult = (userId: string) => read(localStorage.getItem(KEY), userId);

/** Stores `result` in this browser. The server keeps it even if it is too large for the browser. */
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

/** Sets the stored result aside, so that the reloaded page can offer to restore it. */
export function putAside(): void {
  const stored = localStorage.getItem(KEY);
  forgetResult();
  try {
    sessionStorage.setItem(CLEARED, stored ?? '');
  } catch {
    // Too large; the server has it.
    sessionStorage.setItem(CLEARED, '');
  }
}

/** Returns what was set aside, once; `result` is null if only the server has it. */
export function takeCleared(userId: string): { result: InsightsResult | null } | null {
  const stored = sessionStorage.getItem(CLEARED);
  if (stored === null) return null;
  sessionStorage.removeItem(CLEARED);
  return { result: read(stored, userId) };
}

/** Returns whether the result is sample data, which the server never stores. */
export const isSample = ({ keywordInsights }: InsightsResult) =>
  keywordInsights.some(({ isDemo }) => isDemo);

function read(text: string | null, userId: string): InsightsResult | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Stored | null;
    return stored?.userId === userId ? withSections(stored.result) : null;
  } catch {
    return null;
  }
}

const shown = { shown: true, missing: [] };

/** Makes a result from an older version show all sections. */
function withSections(result: InsightsResult): InsightsResult {
  const complete = (insights: Insights): Insights => ({
    ...insights,
    sections: {
      rate: shown,
      hours: shown,
      changes: shown,
      topics: shown,
      sentiment: shown,
      sentimentOverTime: shown,
      engagement: shown,
      controversy: shown,
      recommendations: shown,
      ...(insights.sections as Insights['sections'] | undefined),
    },
  });
  const all = result.keywordInsights.map((one) => ({ ...one, insights: complete(one.insights) }));
  return { ...result, keywordInsights: all };
}

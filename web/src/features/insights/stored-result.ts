import type { Insights, InsightsResult } from '@/api/types';

const KEY = 'aiInsights';
const CLEARED = 'aiInsightsCleared';

type Stored = { userId: string; result: InsightsResult };

/** The latest result of `userId` that this browser has kept; another user's is never given out. */
export const storedResult = (userId: string) => read(localStorage.getItem(KEY), userId);

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

/** Puts the stored result aside until the page is back and offers to undo that. */
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

/** What was put aside, for once; `result` is null where only the server has it. */
export function takeCleared(userId: string): { result: InsightsResult | null } | null {
  const stored = sessionStorage.getItem(CLEARED);
  if (stored === null) return null;
  sessionStorage.removeItem(CLEARED);
  return { result: read(stored, userId) };
}

/** Whether it is of sample data, which is never kept on the server. */
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

/** One that an older version stored shows all that it has. */
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

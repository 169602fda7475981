import type { InsightDaySentiment, InsightRange } from '@/api/types';

const DAY_MS = 86_400_000;

/** Returns all days (UTC) of `range`, also those without posts, to leave no gaps in time. */
export function everyDay(
  { from, until }: InsightRange,
  known: readonly InsightDaySentiment[],
): InsightDaySentiment[] {
  const byName = new Map(known.map((day) => [day.day, day]));
  const first = Math.floor(Date.parse(from) / DAY_MS);
  const last = Math.floor((Date.parse(until) - 1) / DAY_MS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const day = new Date((first + at) * DAY_MS).toISOString().slice(0, 10);
    return byName.get(day) ?? { day, positive: 0, neutral: 0, negative: 0, average: 0 };
  });
}

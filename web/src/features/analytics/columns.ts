import type { DayMatches, MatchSum } from '@/api/types';

/** The most days that are shown one by one; longer ranges are grouped into weeks. */
const MAX_COLUMNS = 92;

/** One column of the chart: a day, or the week that begins on it. */
export type Column = MatchSum & { day: string };

/** Returns the columns for `days`: one for each day, or for each week where days are too many. */
export function columnsOf(days: readonly DayMatches[]): Column[] {
  if (days.length <= MAX_COLUMNS) return [...days];
  const weeks: Column[] = [];
  for (const [at, { day, matches, opened, notRelevant }] of days.entries()) {
    const week = weeks.at(-1);
    if (at % 7 === 0 || !week) weeks.push({ day, matches, opened, notRelevant });
    else {
      week.matches += matches;
      week.opened += opened;
      week.notRelevant += notRelevant;
    }
  }
  return weeks;
}

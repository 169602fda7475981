import type { DayMatches, MatchSum } from '@/api/types';

/** More days than this are shown by the week. */
const MAX_COLUMNS = 92;

/** One column of the chart: a day, or a week by the day on which it begins. */
export type Column = MatchSum & { day: string };

/** The columns for `days`: each by itself, or in weeks where they are too many for a screen. */
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

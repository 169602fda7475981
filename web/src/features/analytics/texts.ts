import { matchCountText } from '@/entities/watch/match-count';
import { busiestHour, fullDays, hourText, weekdays } from '@/lib/days';
import { percent, roundedText, signedPercent } from '@/lib/number';

/** The fewest earlier matches for which a change in percent is meaningful. */
const MIN_COMPARED = 5;

/** Formats a share: "34%", or a dash if `whole` is zero. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent(part / whole);

/** Formats the change since `before`: "+12%", or null if that is too little to compare with. */
export const changeText = (now: number, before: number | undefined): string | null =>
  before === undefined || before < MIN_COMPARED ? null : signedPercent((now - before) / before);

/** Formats an average: "12.3". */
export const averageText = (sum: number, count: number): string => roundedText(sum / count, 1);

/** Formats a range of days: "3 Jan – 1 Feb 2026". */
export const rangeText = (from: string, until: string): string =>
  fullDays.formatRange(new Date(from), new Date(until));

/** Returns "The busiest hour is Tuesday at 14:00, with 9 matches." `hours` begin on Monday. */
export function busiestHourText(hours: readonly (readonly number[])[]): string {
  const busiest = busiestHour(hours);
  if (!busiest) return 'There were no matches.';
  const when = `${weekdays[busiest.weekday] ?? ''} at ${hourText(busiest.hour)}`;
  return `The busiest hour is ${when}, with ${matchCountText(busiest.count)}.`;
}

import { numberText } from '@/lib/number';

const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const changes = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const averages = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const days = inUtc({ day: 'numeric', month: 'short' });
const daysOfYears = inUtc({ day: 'numeric', month: 'short', year: 'numeric' });
const weekdayNames = inUtc({ weekday: 'long' });

/** Fewer matches before say nothing about a change in percent. */
const MIN_COMPARED = 5;

/** "34%"; a dash where there is nothing to have a share in. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '–' : percents.format(part / whole);

/** "+12%" since `before`; null if that is too little to compare with. */
export const changeText = (now: number, before: number | undefined): string | null =>
  before === undefined || before < MIN_COMPARED ? null : changes.format((now - before) / before);

/** "12.3". */
export const averageText = (sum: number, count: number): string => averages.format(sum / count);

/** "3 Jan", of a day as `2026-01-03`. */
export const dayText = (day: string): string => days.format(new Date(day));

/** "3 Jan – 1 Feb 2026". */
export const rangeText = (from: string, until: string): string =>
  daysOfYears.formatRange(new Date(from), new Date(until));

const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** The weekdays, Monday first. */
export const weekdays = Array.from({ length: 7 }, (_, at) =>
  weekdayNames.format(new Date(MONDAY + at * DAY_MS)),
);

/** "14:00". */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** "Most matches come on Tuesday at 14:00: 9." `hours` by weekday, Monday first. */
export function busiestHourText(hours: readonly (readonly number[])[]): string {
  const all = hours.flatMap((day, at) => day.map((count, hour) => ({ at, hour, count })));
  const busiest = all.reduce((most, one) => (one.count > most.count ? one : most), {
    at: 0,
    hour: 0,
    count: 0,
  });
  if (busiest.count === 0) return 'There were no matches.';
  const when = `${weekdays[busiest.at] ?? ''} at ${hourText(busiest.hour)}`;
  return `The busiest hour is ${when}, with ${numberText(busiest.count)} ${busiest.count === 1 ? 'match' : 'matches'}.`;
}

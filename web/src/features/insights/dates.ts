import { fullDays, shortDay } from '@/lib/days';

const DAY_MS = 86_400_000;

/** Formats a range as "3 Jan to 9 Jan 2026", in UTC. `until` is exclusive. */
export function rangeText({ from, until }: { from: string; until: string }): string {
  const last = new Date(Math.max(Date.parse(from), Date.parse(until) - 1));
  return `${shortDay(from)} to ${fullDays.format(last)}`;
}

/** Returns the number of days in a range. */
export const daysOf = ({ from, until }: { from: string; until: string }) =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** Formats a time as "3 January 2026, 14:05", in `timeZone`. */
export const momentText = (time: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(new Date(time))
    .replace(' at ', ', ');

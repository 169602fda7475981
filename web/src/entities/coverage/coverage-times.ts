const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE = { day: 'numeric', month: 'short' } as const;

/** Formats a time: "09:12" today, "14 Nov, 09:12" before, "14 Nov 2025, 09:12" in another year. */
export function momentText(time: string, timeZone: string, now = Date.now()): string {
  return isSameDay(time, now, timeZone)
    ? format(time, timeZone, CLOCK)
    : dateTimeText(time, timeZone, now);
}

/** Formats a start: "09:12" today, "14 Nov" before. */
export function sinceText(time: string, timeZone: string, now = Date.now()): string {
  return isSameDay(time, now, timeZone)
    ? format(time, timeZone, CLOCK)
    : format(time, timeZone, dateOf(time, timeZone, now));
}

/** Formats a range: "14 Nov, 09:12 to 09:40", "14 Nov, 23:50 to 15 Nov, 00:10". */
export function rangeText(from: string, to: string, timeZone: string, now = Date.now()): string {
  const end = isSameDay(from, to, timeZone)
    ? format(to, timeZone, CLOCK)
    : dateTimeText(to, timeZone, now);
  return `${dateTimeText(from, timeZone, now)} to ${end}`;
}

/** Formats a date and time: "14 Nov, 09:12". */
export const dateTimeText = (time: string, timeZone: string, now = Date.now()) =>
  `${format(time, timeZone, dateOf(time, timeZone, now))}, ${format(time, timeZone, CLOCK)}`;

/** Formats the day of a time: "3 Nov". */
export const dayOfText = (time: Time, timeZone: string) => format(time, timeZone, DATE);

type Time = string | number;

const dateOf = (time: Time, timeZone: string, now: Time): Intl.DateTimeFormatOptions =>
  isSame(time, now, timeZone, { year: 'numeric' }) ? DATE : { ...DATE, year: 'numeric' };

const isSameDay = (one: Time, other: Time, timeZone: string) =>
  isSame(one, other, timeZone, { dateStyle: 'short' });

const isSame = (one: Time, other: Time, timeZone: string, parts: Intl.DateTimeFormatOptions) =>
  format(one, timeZone, parts) === format(other, timeZone, parts);

const format = (time: Time, timeZone: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...parts }).format(new Date(time));

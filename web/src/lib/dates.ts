const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const exactTimes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats the local day of `time` (RFC 3339): "1 Jan 2026". */
export const dateText = (time: string): string => dates.format(new Date(time));

/** Formats a local date and time: "1 Jan 2026, 12:30". */
export const dateTimeText = (time: string): string => times.format(new Date(time));

/** Formats a local date and time with seconds: "1 Jan 2026, 12:30:45". */
export const exactTimeText = (time: string): string => exactTimes.format(new Date(time));

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** Formats a recent local time, in ms since the epoch: "12:30", or "1 Jan 2026, 12:30". */
export function asOfText(time: number, now = Date.now()): string {
  const isToday = dates.format(time) === dates.format(now);
  return (isToday ? clock : times).format(time);
}

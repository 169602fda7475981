const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const exactTimes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** "1 Jan 2026": the day of `time` (RFC 3339) by the clock here. */
export const dateText = (time: string): string => dates.format(new Date(time));

/** "1 Jan 2026, 12:30". */
export const dateTimeText = (time: string): string => times.format(new Date(time));

/** "1 Jan 2026, 12:30:45". */
export const exactTimeText = (time: string): string => exactTimes.format(new Date(time));

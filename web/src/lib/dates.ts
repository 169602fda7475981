const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const exactTimes = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** "Jan 1, 2026": the day of `time` (RFC 3339) by the clock here. */
export const dateText = (time: string): string => dates.format(new Date(time));

/** "Jan 1, 2026, 12:30 PM". */
export const dateTimeText = (time: string): string => times.format(new Date(time));

/** "Jan 1, 2026, 12:30:45 PM". */
export const exactTimeText = (time: string): string => exactTimes.format(new Date(time));

const WEEK_MS = 7 * 24 * 3_600_000;

/** Formats a day in `timeZone`: "Tuesday" within the last 7 days, otherwise "3 November". */
export function sinceDay(since: string, timeZone: string, now = Date.now()): string {
  const isRecent = now - Date.parse(since) < WEEK_MS;
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...(isRecent ? { weekday: 'long' } : { day: 'numeric', month: 'long' }),
  }).format(new Date(since));
}

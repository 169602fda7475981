const WEEK_MS = 7 * 24 * 3_600_000;

/** "Tuesday" within the last seven days, else "3 November": the day of `since` in `timeZone`. */
export function sinceDay(since: string, timeZone: string, now = Date.now()): string {
  const isRecent = now - Date.parse(since) < WEEK_MS;
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...(isRecent ? { weekday: 'long' } : { day: 'numeric', month: 'long' }),
  }).format(new Date(since));
}

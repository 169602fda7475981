const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING_HOUR = 8;

type SnoozeChoice = { label: string; until: Date };

/** Returns the durations of a snooze from `now`. Mornings are those of `timeZone` (IANA). */
export function snoozeChoices(timeZone: string, now = new Date()): SnoozeChoice[] {
  return [
    { label: 'For 1 hour', until: new Date(now.getTime() + HOUR_MS) },
    { label: 'Until tomorrow, 08:00', until: tomorrowMorning(now, timeZone) },
    { label: 'For a week', until: new Date(now.getTime() + 7 * DAY_MS) },
  ];
}

/** Formats a snooze's end in `timeZone`: "08:00", "Sun 08:00" or "3 Feb, 08:00". */
export function snoozeEnd(until: string, timeZone: string, now = new Date()): string {
  const end = new Date(until);
  const time = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const days = dayNumber(end, timeZone) - dayNumber(now, timeZone);
  if (days === 0) return format(end, time);
  if (days < 7) return format(end, { ...time, weekday: 'short' });
  return format(end, { ...time, day: 'numeric', month: 'short' });
}

/** Returns 08:00 of the day after `now`, by the clocks of `timeZone`. */
function tomorrowMorning(now: Date, timeZone: string): Date {
  const wanted = (dayNumber(now, timeZone) + 1) * DAY_MS + MORNING_HOUR * HOUR_MS;
  // The offset to UTC is looked up for a first guess, and again in case of a clock change nearby.
  const guess = wanted - offsetMs(new Date(wanted), timeZone);
  return new Date(wanted - offsetMs(new Date(guess), timeZone));
}

/** Returns the days since the epoch on the calendar of `timeZone`. */
function dayNumber(time: Date, timeZone: string): number {
  return Math.floor((time.getTime() + offsetMs(time, timeZone)) / DAY_MS);
}

/** Returns how far the clocks of `timeZone` are ahead of UTC at `time`. */
function offsetMs(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const format = (time: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', options).format(time);

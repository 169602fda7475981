const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING_HOUR = 8;

export type SnoozeChoice = { label: string; until: Date };

/** How long alerts can be put off, from `now`; mornings are those of `timeZone` (IANA). */
export function snoozeChoices(now: Date, timeZone: string): SnoozeChoice[] {
  return [
    { label: 'For 1 hour', until: new Date(now.getTime() + HOUR_MS) },
    { label: 'Until tomorrow, 08:00', until: tomorrowMorning(now, timeZone) },
    { label: 'For a week', until: new Date(now.getTime() + 7 * DAY_MS) },
  ];
}

/** "08:00", "Sun 08:00" or "3 Feb, 08:00" in `timeZone`, as near as it is. */
export function snoozeEnd(until: string, now: Date, timeZone: string): string {
  const end = new Date(until);
  const time = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const days = dayNumber(end, timeZone) - dayNumber(now, timeZone);
  if (days === 0) return format(end, time);
  if (days < 7) return format(end, { ...time, weekday: 'short' });
  return format(end, { ...time, day: 'numeric', month: 'short' });
}

/** 08:00 of the day after `now`'s, by the clocks of `timeZone`. */
function tomorrowMorning(now: Date, timeZone: string): Date {
  const wanted = (dayNumber(now, timeZone) + 1) * DAY_MS + MORNING_HOUR * HOUR_MS;
  // The zone's distance to UTC is asked at a first guess, and again in case a clock change is near.
  const guess = wanted - offsetMs(new Date(wanted), timeZone);
  return new Date(wanted - offsetMs(new Date(guess), timeZone));
}

/** Days since the epoch on the calendar of `timeZone`. */
function dayNumber(time: Date, timeZone: string): number {
  return Math.floor((time.getTime() + offsetMs(time, timeZone)) / DAY_MS);
}

/** How far the clocks of `timeZone` are ahead of UTC at `time`. */
function offsetMs(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const format = (time: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', options).format(time);

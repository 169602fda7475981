const DAY_MS = 86_400_000;

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const shortDays = inUtc({ day: 'numeric', month: 'short' });
/** Formats days with their year: "3 Jan 2026". */
export const fullDays = inUtc({ day: 'numeric', month: 'short', year: 'numeric' });
const longDates = inUtc({ day: 'numeric', month: 'long' });
const weekdayNames = inUtc({ weekday: 'long' });

/** Formats a day (`2026-01-03`) or the day of a time, in UTC: "3 Jan". */
export const shortDay = (time: string): string => shortDays.format(new Date(time));

/** Formats a day (`2026-01-01`): "1 January". */
export const longDate = (day: string): string => longDates.format(new Date(day));

/** Formats a day (`2026-01-01`): "Thursday 1 January". */
export const longDay = (day: string): string =>
  `${weekdayNames.format(new Date(day))} ${longDate(day)}`;

/** Returns the day that is `days` before another, both as `2026-01-03`. */
export const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

const MONDAY = Date.UTC(2026, 0, 5);

/** The names of the weekdays, Monday first. */
export const weekdays = Array.from({ length: 7 }, (_, at) =>
  weekdayNames.format(new Date(MONDAY + at * DAY_MS)),
);

/** Formats an hour: "09:00". */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Returns the busiest hour of the week, weekdays from 0 for Monday; null if all are zero. */
export function busiestHour(hours: readonly (readonly number[])[]) {
  const all = hours.flatMap((day, weekday) => day.map((count, hour) => ({ weekday, hour, count })));
  const busiest = all.reduce((most, one) => (one.count > most.count ? one : most), {
    weekday: 0,
    hour: 0,
    count: 0,
  });
  return busiest.count === 0 ? null : busiest;
}

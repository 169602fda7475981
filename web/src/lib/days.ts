const DAY_MS = 86_400_000;

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const shortDays = inUtc({ day: 'numeric', month: 'short' });
const longDates = inUtc({ day: 'numeric', month: 'long' });
const weekdayNames = inUtc({ weekday: 'long' });

/** "3 Jan", of a day as `2026-01-03` or of a time, in UTC. */
export const shortDay = (time: string): string => shortDays.format(new Date(time));

/** "Thursday 1 January", of a day as `2026-01-01`. */
export const longDay = (day: string): string => {
  const at = new Date(day);
  return `${weekdayNames.format(at)} ${longDates.format(at)}`;
};

/** The day that comes `days` before one, both as `2026-01-03`. */
export const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

const MONDAY = Date.UTC(2026, 0, 5);

/** The weekdays, Monday first. */
export const weekdays = Array.from({ length: 7 }, (_, at) =>
  weekdayNames.format(new Date(MONDAY + at * DAY_MS)),
);

/** "09:00". */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The hour of the week with most, its weekday from 0 for Monday; null if there is nothing in any. */
export function busiestHour(hours: readonly (readonly number[])[]) {
  const all = hours.flatMap((day, weekday) => day.map((count, hour) => ({ weekday, hour, count })));
  const busiest = all.reduce((most, one) => (one.count > most.count ? one : most), {
    weekday: 0,
    hour: 0,
    count: 0,
  });
  return busiest.count === 0 ? null : busiest;
}

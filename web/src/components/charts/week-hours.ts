import { hourText, weekdays } from '@/lib/days';

/** What is counted, by weekday from Monday and by hour. */
export type WeekHours = readonly (readonly number[])[];

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export const countAt = (hours: WeekHours, day: number, hour: number) => hours[day]?.[hour] ?? 0;

/** The names of the columns of a week's table. */
export const weekHead = (first: string) => [first, ...weekdays.map((name) => name.slice(0, 3))];

/** A row for each hour of the day, with a number for each weekday. */
export const weekRows = (hours: WeekHours, text: (count: number) => string) =>
  HOURS.map((hour) => [
    hourText(hour),
    ...weekdays.map((_, day) => text(countAt(hours, day, hour))),
  ]);

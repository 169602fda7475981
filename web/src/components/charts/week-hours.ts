import { hourText, weekdays } from '@/lib/days';

import type { ChartRow } from './number-table';

/** Counts by weekday, from Monday, and by hour. */
export type WeekHours = readonly (readonly number[])[];

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export const countAt = (hours: WeekHours, day: number, hour: number) => hours[day]?.[hour] ?? 0;

/** Returns the column headings of a week's table. */
export const weekHead = (first: string) => [first, ...weekdays.map((name) => name.slice(0, 3))];

/** Returns a row for each hour of the day, with a cell for each weekday. */
export const weekRows = (hours: WeekHours) =>
  HOURS.map((hour): ChartRow => [
    hourText(hour),
    ...weekdays.map((_, day) => countAt(hours, day, hour)),
  ]);

import type { CoverageHour, ItemKind } from '@/api/types';
import { mostWithinText, spanText } from '@/entities/coverage/coverage-texts';
import { dateTimeText, dayOfText } from '@/entities/coverage/coverage-times';
import { counted, numberText } from '@/lib/number';

import { countText } from './day-texts';
import { kindNames } from './kind-text';

const HOUR_MS = 3_600_000;
const HOURS = 7 * 24;

/** An hour of the last seven days. It has no `entry` if nothing was read or missed. */
export type HourSlot = { at: number; entry: CoverageHour | undefined };

/** Returns the last seven days hour by hour, oldest first. */
export function hourSlots(
  kind: ItemKind,
  hours: readonly CoverageHour[],
  now = Date.now(),
): HourSlot[] {
  const entries = new Map(
    hours.filter((hour) => hour.kind === kind).map((hour) => [Date.parse(hour.hour), hour]),
  );
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, index) => {
    const at = last - (HOURS - 1 - index) * HOUR_MS;
    return { at, entry: entries.get(at) };
  });
}

/** Returns the days of these hours in `timeZone`, with the number of hours of each. */
export function daysOf(slots: readonly HourSlot[], timeZone: string) {
  const hours = new Map<string, number>();
  for (const { at } of slots) {
    const day = dayOfText(at, timeZone);
    hours.set(day, (hours.get(day) ?? 0) + 1);
  }
  return Array.from(hours, ([day, hours]) => ({ day, hours }));
}

/** Describes an hour: "14 Nov, 09:00: 96 posts, 95% within 7 s; 12 min may be missing". */
export function hourText(entry: CoverageHour, timeZone: string): string {
  const { kind, hour, items, gapSeconds, p95Seconds } = entry;
  const waited = p95Seconds === null ? '' : `, ${mostWithinText(p95Seconds)}`;
  const missing = gapSeconds > 0 ? `; ${spanText(gapSeconds)} may be missing` : '';
  return `${dateTimeText(hour, timeZone)}: ${countText(kind, items)}${waited}${missing}`;
}

/** Describes the bars. */
export function hoursText(
  kind: ItemKind,
  slots: readonly HourSlot[],
  timeZone: string,
  isSample: boolean,
): string {
  const entries = slots.flatMap(({ entry }) => entry ?? []);
  const total = entries.reduce((sum, { items }) => sum + items, 0);
  const [first] = entries;
  if (!first) return `${kindNames[kind]} by hour: nothing was read in the last 7 days`;
  const most = entries.reduce((one, other) => (other.items > one.items ? other : one), first);
  const gaps = entries.filter(({ gapSeconds }) => gapSeconds > 0).length;
  const missing =
    gaps > 0 && !isSample ? `; posts or comments may be missing in ${counted(gaps, 'hour')}` : '';
  return `${kindNames[kind]} by hour, last 7 days: ${countText(kind, total)}, most of them (${numberText(most.items)}) in the hour from ${dateTimeText(most.hour, timeZone)}${missing}`;
}

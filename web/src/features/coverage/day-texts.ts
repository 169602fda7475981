import type { CoverageDay, ItemKind, KindCoverage } from '@/api/types';
import { mostWithinText, spanText } from '@/entities/coverage/coverage-texts';
import { shortDay } from '@/lib/days';
import { counted, numberText } from '@/lib/number';

import { kindNames } from './kind-text';

export type DayState = 'unwatched' | 'unread' | 'gap' | 'complete';

/** The time within which something is read. */
export type Read = Pick<KindCoverage, 'recordedSince' | 'readUntil'>;

/** Classifies a day (UTC). Days before the first watch and after the last read are unknown. */
export function dayState(
  { date, gapSeconds }: CoverageDay,
  { recordedSince, readUntil }: Read,
): DayState {
  if (date < dayOf(recordedSince)) return 'unwatched';
  if (gapSeconds > 0) return 'gap';
  return readUntil === null || date > dayOf(readUntil) ? 'unread' : 'complete';
}

/** Describes a day: "3 Nov: 12 min may be missing; 1,204 posts, 95% within 7 s". */
export function dayText(kind: ItemKind, day: CoverageDay, read: Read): string {
  const name = shortDay(day.date);
  const state = dayState(day, read);
  if (state === 'unwatched') return `${name}: not watched yet`;
  if (state === 'unread') return `${name}: not read`;
  const whole = state === 'gap' ? `${spanText(day.gapSeconds)} may be missing` : 'complete';
  const waited = day.p95Seconds === null ? '' : `, ${mostWithinText(day.p95Seconds)}`;
  return `${name}: ${whole}; ${countText(kind, day.items)}${waited}`;
}

/** Describes the strip of days. */
export function daysText(kind: ItemKind, days: readonly CoverageDay[], read: Read): string {
  const gaps = days.filter((day) => dayState(day, read) === 'gap');
  const missed = gaps.map(({ date, gapSeconds }) => `${shortDay(date)} (${spanText(gapSeconds)})`);
  const what = `${kindNames[kind]} of the last ${numberText(days.length)} days`;
  const first = days.find((day) => dayState(day, read) !== 'unwatched');
  const since = first && first !== days[0] ? `, watched since ${shortDay(first.date)}` : '';
  const unread = days.filter((day) => dayState(day, read) === 'unread').length;
  const facts = [
    ...(missed.length > 0 ? [`posts or comments may be missing on ${missed.join(', ')}`] : []),
    ...(unread > 0 ? [`not read on ${counted(unread, 'day')}`] : []),
  ];
  return `${what}${since}: ${facts.join('; ') || 'complete'}`;
}

/** Describes the line of delays; null if nothing was read. */
export function waitsText(days: readonly CoverageDay[]): string | null {
  const known = days.flatMap(({ date, p95Seconds }) =>
    p95Seconds === null ? [] : { date, seconds: p95Seconds },
  );
  const last = known.at(-1);
  if (!last) return null;
  const longest = known.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  const most =
    longest.seconds === last.seconds
      ? ''
      : `; longest on ${shortDay(longest.date)}: ${spanText(longest.seconds)}`;
  return `${mostWithinText(last.seconds)} on ${shortDay(last.date)}${most}`;
}

/** Formats a number of items: "1 post", "1,204 comments". */
export function countText(kind: ItemKind, count: number): string {
  return counted(count, kind);
}

const dayOf = (time: string) => new Date(time).toISOString().slice(0, 10);

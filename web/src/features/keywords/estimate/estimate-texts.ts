import type { DayCount, WatchEstimate, WatchPreview } from '@/api/types';
import { matchCountText } from '@/entities/watch/match-count';
import { counted, numberText } from '@/lib/number';

const HOUR_MINUTES = 60;

/** Returns "6 in 15 minutes; too little to say how many a day" or "61 in 36 hours; about 40 a day". */
export function estimateText({ matching, minutes, perDay }: WatchEstimate): string {
  const time =
    minutes < 2 * HOUR_MINUTES
      ? counted(Math.max(minutes, 1), 'minute')
      : counted(Math.round(minutes / HOUR_MINUTES), 'hour');
  if (matching === 0) return `None in ${time}`;
  const rate = perDay === null ? 'too little to say how many a day' : rateText(perDay);
  return `${numberText(matching)} in ${time}; ${rate}`;
}

/** Formats a number of matches a day. A sample has no greater precision than two digits. */
function rateText(perDay: number): string {
  if (perDay < 1) return 'less than 1 a day';
  const rounded = perDay < 10 ? Math.round(perDay) : Number(perDay.toPrecision(2));
  return `about ${numberText(rounded)} a day`;
}

const DAYS = { weekday: 'long' } as const;
const DATE = { day: 'numeric', month: 'long' } as const;

/** Returns a weekday such as "T". */
export const narrowDay = (date: string) => ofDay(date, { weekday: 'narrow' });

/** How much of a day is known: all, some, none since the search ended, or not read yet. */
export type Searched = 'whole' | 'part' | 'not' | 'unread';

/** The days with which the known data begins; null if all of it is known. */
export type FirstDays = {
  /** The day that was searched only in part; earlier days were not searched. */
  searched: string | null;
  /** The day on which the forum was first read. */
  read: string | null;
};

export function firstDaysOf(preview: WatchPreview, timeZone: string): FirstDays {
  const { complete, searchedSince, readSince, perDay } = preview;
  // The counted hours begin within the first day.
  const ended = complete ? (perDay[0]?.date ?? null) : null;
  return {
    searched: complete || searchedSince === null ? ended : dayOf(searchedSince, timeZone),
    read: readSince === null ? null : dayOf(readSince, timeZone),
  };
}

/** Returns how much of a day is known. The first read of a forum also returns some older items. */
export function searchedOf({ date, count }: DayCount, { searched, read }: FirstDays): Searched {
  if (searched !== null && date < searched) return 'not';
  if (read !== null && date < read && count === 0) return 'unread';
  return date === searched || (read !== null && date <= read) ? 'part' : 'whole';
}

const unknown = { not: 'not searched', unread: 'not read yet' };

/** Returns "3 matches", "3 matches, partly searched" or "not read yet". */
export function dayText({ count }: DayCount, searched: Searched): string {
  if (searched === 'not' || searched === 'unread') return unknown[searched];
  return `${matchCountText(count)}${searched === 'part' ? ', partly searched' : ''}`;
}

/** Returns the day of `time` (RFC 3339) in `timeZone`, as `2026-01-01`. */
export function dayOf(time: string, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts }).format(new Date(time));
}

/** Returns "4,312 items since Monday; older ones were not searched", and mentions unread days. */
export function searchedText(preview: WatchPreview, timeZone: string): string {
  const { searched, searchedSince, complete, readSince } = preview;
  const items = counted(searched, 'item');
  // The first read of a place returns older items, too: an estimate may go back further than this.
  const read = readSince === null ? '' : ', read';
  const since = searchedSince
    ? `${read} since ${sinceText(searchedSince, preview.perDay, timeZone)}`
    : '';
  const first = readSince === null ? null : dayOf(readSince, timeZone);
  const unread = preview.perDay.some((day) => first !== null && day.date < first);
  const rest = unread ? '; earlier days have not been read yet' : '';
  return `${items}${since}${complete ? rest : '; older ones were not searched'}`;
}

/** Names the day of `time`, by its weekday if it is among `days`, of which today is the last. */
function sinceText(time: string, days: readonly DayCount[], timeZone: string): string {
  const date = dayOf(time, timeZone);
  const ago = days.length - 1 - days.findIndex((day) => day.date === date);
  if (ago === 0) {
    const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return `${new Intl.DateTimeFormat('en-GB', clock).format(new Date(time))} today`;
  }
  if (ago === 1) return 'yesterday';
  return ago < days.length ? ofDay(date, DAYS) : ofDay(date, DATE);
}

// A date alone is parsed as midnight UTC.
const ofDay = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(date));

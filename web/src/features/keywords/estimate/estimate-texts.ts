import type { DayCount, WatchPreview } from '@/api/types';
import { matchCountText } from '@/entities/watch/match-count';
import { counted } from '@/lib/number';

const DAYS = { weekday: 'long' } as const;
const DATE = { day: 'numeric', month: 'long' } as const;

/** "T". */
export const narrowDay = (date: string) => ofDay(date, { weekday: 'narrow' });

/** What is known of a day's matches: all, some, none since the search ended, or none at all yet. */
export type Searched = 'whole' | 'part' | 'not' | 'unread';

/** The days with which what is known begins; null if all is known. */
export type FirstDays = {
  /** Of which the search had only a part: none of those before it. */
  searched: string | null;
  /** On which the forum was first read. */
  read: string | null;
};

export function firstDaysOf(preview: WatchPreview, timeZone: string): FirstDays {
  const { complete, searchedSince, readSince, perDay } = preview;
  // The hours that are counted begin within the first day.
  const ended = complete ? (perDay[0]?.date ?? null) : null;
  return {
    searched: complete || searchedSince === null ? ended : dayOf(searchedSince, timeZone),
    read: readSince === null ? null : dayOf(readSince, timeZone),
  };
}

/** What is known of a day. The first look at a forum brings some of what was written before it. */
export function searchedOf({ date, count }: DayCount, { searched, read }: FirstDays): Searched {
  if (searched !== null && date < searched) return 'not';
  if (read !== null && date < read && count === 0) return 'unread';
  return date === searched || (read !== null && date <= read) ? 'part' : 'whole';
}

const unknown = { not: 'not searched', unread: 'not read yet' };

/** "3 matches", "3 matches, partly searched", "not read yet". */
export function dayText({ count }: DayCount, searched: Searched): string {
  if (searched === 'not' || searched === 'unread') return unknown[searched];
  return `${matchCountText(count)}${searched === 'part' ? ', partly searched' : ''}`;
}

/** The day on which `time` (RFC 3339) is in `timeZone`, as `2026-01-01`. */
export function dayOf(time: string, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts }).format(new Date(time));
}

/** "4,312 items since Monday; older ones were not searched". What was never read is said, too. */
export function searchedText(preview: WatchPreview, timeZone: string): string {
  const { searched, searchedSince, complete, readSince } = preview;
  const items = counted(searched, 'item');
  const since = searchedSince ? ` since ${sinceText(searchedSince, preview.perDay, timeZone)}` : '';
  const first = readSince === null ? null : dayOf(readSince, timeZone);
  const unread = preview.perDay.some((day) => first !== null && day.date < first);
  const rest = unread ? '; earlier days have not been read yet' : '';
  return `${items}${since}${complete ? rest : '; older ones were not searched'}`;
}

/** `days` are the last ones, today last: within them a weekday says which. */
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

// A date alone is read as midnight in UTC.
const ofDay = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(date));

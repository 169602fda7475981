import type { DayCount, WatchPreview } from '@/api/types';

const DAYS = { weekday: 'long' } as const;
const DATE = { day: 'numeric', month: 'long' } as const;

/** "Thursday 1 January", of a day as `2026-01-01`. */
export const longDay = (date: string) => `${ofDay(date, DAYS)} ${ofDay(date, DATE)}`;

/** "T". */
export const narrowDay = (date: string) => ofDay(date, { weekday: 'narrow' });

/** What is known of a day's matches. */
export type Searched = 'whole' | 'part' | 'not';

/** How far a day was searched. `first` is the day until which the search came, if it came to an end early. */
export function searchedOf({ date }: DayCount, first: string | null): Searched {
  if (first === null || date > first) return 'whole';
  return date === first ? 'part' : 'not';
}

/** The day on which `time` (RFC 3339) is in `timeZone`, as `2026-01-01`. */
export function dayOf(time: string, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts }).format(new Date(time));
}

/** "4,312 items since Monday; older ones were left out". */
export function searchedText(preview: WatchPreview, timeZone: string): string {
  const { searched, searchedSince, complete } = preview;
  const items = `${searched.toLocaleString('en')} ${searched === 1 ? 'item' : 'items'}`;
  const since = searchedSince ? ` since ${sinceText(searchedSince, preview.perDay, timeZone)}` : '';
  return `${items}${since}${complete ? '' : '; older ones were left out'}`;
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

import { dayBefore } from '@/lib/days';

import type { AnalyticsQuery } from './api/analytics';

/** The ranges that end today, by number of days. */
export const ranges = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last 12 months' },
] as const;

const DEFAULT_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the page shows, as its address describes it. */
export type View = {
  /** The length of a range that ends today; undefined for chosen days. */
  days: number | undefined;
  from: string;
  until: string;
  keyword: string | undefined;
};

/** Parses an address and ignores what it does not know. `today` is the user's. */
export function viewOf(params: URLSearchParams, today: string): View {
  const keyword = params.get('keyword') ?? undefined;
  const [from, until] = [dayOf(params.get('from')), dayOf(params.get('until'))];
  if (from && until && from <= until) return { days: undefined, from, until, keyword };
  const wanted = Number(params.get('days'));
  const days = ranges.find((range) => range.days === wanted)?.days ?? DEFAULT_DAYS;
  return { days, from: dayBefore(today, days - 1), until: today, keyword };
}

/** Returns the address of a view, without defaults. */
export function paramsOf({ days, from, until, keyword }: View): URLSearchParams {
  return new URLSearchParams({
    ...(days === undefined ? { from, until } : days !== DEFAULT_DAYS && { days: String(days) }),
    ...(keyword && { keyword }),
  });
}

/** Returns the server query of a view. */
export const queryOf = ({ from, until, keyword }: View): AnalyticsQuery => ({
  from,
  until,
  ...(keyword && { keyword }),
});

/** Returns the current day in `timeZone`: "2026-01-03". */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);

const dayOf = (text: string | null): string | undefined =>
  text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

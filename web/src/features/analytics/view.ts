import { dayBefore } from '@/lib/days';

import type { AnalyticsQuery } from './api/analytics';

/** The ranges that end today, by how many days they have. */
export const ranges = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last 12 months' },
] as const;

const DEFAULT_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the page shows, as its address says. */
export type View = {
  /** A range that ends today; undefined where the days are chosen. */
  days: number | undefined;
  from: string;
  until: string;
  keyword: string | undefined;
};

/** What an address asks for; what it does not know it passes over. `today` is the user's. */
export function viewOf(params: URLSearchParams, today: string): View {
  const keyword = params.get('keyword') ?? undefined;
  const [from, until] = [dayOf(params.get('from')), dayOf(params.get('until'))];
  if (from && until && from <= until) return { days: undefined, from, until, keyword };
  const wanted = Number(params.get('days'));
  const days = ranges.find((range) => range.days === wanted)?.days ?? DEFAULT_DAYS;
  return { days, from: dayBefore(today, days - 1), until: today, keyword };
}

/** The address of a view: what is usual is left out. */
export function paramsOf({ days, from, until, keyword }: View): URLSearchParams {
  return new URLSearchParams({
    ...(days === undefined ? { from, until } : days !== DEFAULT_DAYS && { days: String(days) }),
    ...(keyword && { keyword }),
  });
}

/** What the server is asked for. */
export const queryOf = ({ from, until, keyword }: View): AnalyticsQuery => ({
  from,
  until,
  ...(keyword && { keyword }),
});

/** "2026-01-03": which day it is in `timeZone`. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);

const dayOf = (text: string | null): string | undefined =>
  text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

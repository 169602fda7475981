import type { Analytics } from '@/api/types';

const DAY_MS = 86_400_000;

/** Returns analytics of three days and two keywords. */
export function anAnalytics(changes: Partial<Analytics> = {}): Analytics {
  const day = (at: number) =>
    new Date(Date.UTC(2026, 0, 1) + at * DAY_MS).toISOString().slice(0, 10);
  const sums = [
    { matches: 1_200, opened: 300, notRelevant: 40 },
    { matches: 500, opened: 90, notRelevant: 10 },
    { matches: 100, opened: 10, notRelevant: 0 },
  ];
  return {
    from: day(0),
    until: day(2),
    previousFrom: '2025-12-29',
    timeZone: 'UTC',
    total: { matches: 1_800, opened: 400, notRelevant: 50 },
    previous: { matches: 900, opened: 100, notRelevant: 0 },
    days: sums.map((sum, at) => ({ day: day(at), ...sum })),
    keywords: [
      {
        _id: 'watch-1',
        keyword: 'green tea',
        matches: 1_500,
        opened: 350,
        notRelevant: 50,
        previous: 750,
        days: [1_000, 400, 100],
      },
      {
        _id: 'watch-2',
        keyword: null,
        matches: 300,
        opened: 50,
        notRelevant: 0,
        previous: 0,
        days: [200, 100, 0],
      },
    ],
    otherKeywords: { keywords: 0, matches: 0, opened: 0, notRelevant: 0, previous: 0 },
    hours: Array.from({ length: 7 }, (_, weekday) =>
      Array.from({ length: 24 }, (_hour, hour) => (weekday === 1 && hour === 14 ? 9 : 0)),
    ),
    places: [
      { subreddit: 'tea', matches: 1_700, previous: 900 },
      { subreddit: 'news.ycombinator.com', matches: 100, previous: 0 },
    ],
    authors: [
      { author: 'ada', site: '', matches: 12 },
      { author: 'ada', site: 'news.ycombinator.com', matches: 3 },
    ],
    authorsFrom: day(0),
    ...changes,
  };
}

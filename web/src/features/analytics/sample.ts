import type { Analytics, DayMatches } from '@/api/types';
import { dayBefore } from '@/lib/days';

const DAYS = 30;
/** Matches of a week, which repeat with small changes. */
const WEEK = [11, 14, 9, 13, 12, 5, 3];
const SHARES = [
  { keyword: 'standing desk', share: 0.6 },
  { keyword: 'password manager', share: 0.4 },
];
const PLACES = ['selfhosted', 'homeoffice', 'productivity', 'privacy', 'desksetup'];
const AUTHORS = ['sample_reader', 'sample_builder', 'sample_buyer'];

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Returns made-up analytics of the days until `today`, which are never the user's own. */
export function sampleAnalytics(today: string, timeZone: string): Analytics {
  const days = Array.from({ length: DAYS }, (_, at): DayMatches => {
    const matches = (WEEK[at % WEEK.length] ?? 0) + (at % 4);
    return {
      day: dayBefore(today, DAYS - 1 - at),
      matches,
      opened: Math.round(0.45 * matches),
      notRelevant: at % 3 === 0 ? 1 : 0,
    };
  });
  const totalOf = (part: 'matches' | 'opened' | 'notRelevant') => sum(days.map((day) => day[part]));
  const total = {
    matches: totalOf('matches'),
    opened: totalOf('opened'),
    notRelevant: totalOf('notRelevant'),
  };
  const from = days[0]?.day ?? today;
  const partOf = (count: number, share: number) => Math.round(share * count);
  return {
    from,
    until: today,
    previousFrom: dayBefore(from, DAYS),
    timeZone,
    total,
    previous: {
      matches: partOf(total.matches, 0.8),
      opened: partOf(total.opened, 0.8),
      notRelevant: partOf(total.notRelevant, 0.8),
    },
    days,
    keywords: SHARES.map(({ keyword, share }) => ({
      _id: keyword,
      keyword,
      matches: partOf(total.matches, share),
      opened: partOf(total.opened, share),
      notRelevant: partOf(total.notRelevant, share),
      previous: partOf(total.matches, share * 0.8),
      days: days.map(({ matches }) => partOf(matches, share)),
    })),
    otherKeywords: { keywords: 0, matches: 0, opened: 0, notRelevant: 0, previous: 0 },
    // Most is written in the working hours of a week, least at night.
    hours: WEEK.map((matches) =>
      Array.from({ length: 24 }, (_, hour) =>
        Math.max(0, Math.round(matches / 3 - Math.abs(hour - 14) / 2.5)),
      ),
    ),
    places: PLACES.map((subreddit, at) => ({
      subreddit,
      matches: partOf(total.matches, 0.4 / (at + 1)),
      previous: partOf(total.matches, 0.3 / (at + 1)),
    })),
    authors: AUTHORS.map((author, at) => ({ author, site: '', matches: 9 - 2 * at })),
    authorsFrom: from,
  };
}

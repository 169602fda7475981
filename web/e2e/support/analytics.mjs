// The server's analytics, which take months to collect.

const DAY_MS = 86_400_000;
const DAYS = 30;
const dayOf = (back) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);

/** Returns the matches on a day: a weekly wave with a peak. */
const countOn = (day, size) =>
  Math.round(size * (1.1 + Math.sin(day * 0.9) * 0.5 + (day === 21 ? 2 : 0)));

const keywords = [
  { keyword: 'quillfeather', size: 61, opened: 0.4, notRelevant: 0.03, previous: 1_420 },
  {
    keyword: '"rain barrel" OR "water butt" -advert',
    size: 34,
    opened: 0.2,
    notRelevant: 0.2,
    previous: 1_310,
  },
  { keyword: 'compost', size: 12, opened: 0.5, notRelevant: 0, previous: 4 },
  { keyword: null, size: 3, opened: 0.1, notRelevant: 0.5, previous: 140 },
].map(({ keyword, size, opened, notRelevant, previous }, at) => {
  const days = Array.from({ length: DAYS }, (_, day) => countOn(day + at * 3, size));
  const matches = days.reduce((sum, count) => sum + count, 0);
  return {
    _id: `0198f000-0000-7000-8000-00000000000${at}`,
    keyword,
    matches,
    opened: Math.round(matches * opened),
    notRelevant: Math.round(matches * notRelevant),
    previous,
    days,
  };
});

const sum = (of) => keywords.reduce((all, one) => all + of(one), 0);

/** A month of four keywords. */
export const analytics = {
  from: dayOf(DAYS - 1),
  until: dayOf(0),
  previousFrom: dayOf(2 * DAYS - 1),
  timeZone: 'Europe/Vienna',
  total: {
    matches: sum((one) => one.matches),
    opened: sum((one) => one.opened),
    notRelevant: sum((one) => one.notRelevant),
  },
  previous: { matches: 2_874, opened: 700, notRelevant: 90 },
  days: Array.from({ length: DAYS }, (_, day) => {
    const matches = sum((one) => one.days[day]);
    return {
      day: dayOf(DAYS - 1 - day),
      matches,
      opened: Math.round(matches * 0.3),
      notRelevant: Math.round(matches * 0.1),
    };
  }),
  keywords,
  otherKeywords: { keywords: 12, matches: 31, opened: 3, notRelevant: 0, previous: 22 },
  hours: Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_unused, hour) =>
      hour < 6 ? 0 : Math.round((weekday > 4 ? 9 : 5) * (1 + Math.sin((hour - 9) / 3))),
    ),
  ),
  places: [
    { subreddit: 'gardening', matches: 1_904, previous: 1_420 },
    { subreddit: 'composting', matches: 720, previous: 810 },
    { subreddit: 'news.ycombinator.com', matches: 310, previous: 12 },
    { subreddit: 'BuyItForLife', matches: 96, previous: 0 },
    { subreddit: 'c/gardening@lemmy.example', matches: 14, previous: 3 },
  ],
  authors: [
    { author: 'moss_and_fern', site: '', matches: 41 },
    { author: 'ada', site: 'news.ycombinator.com', matches: 12 },
    { author: 'a_very_long_name_of_20', site: '', matches: 9 },
  ],
  authorsFrom: dayOf(DAYS - 1),
};

/** Analytics before the first match. */
export const analyticsEmpty = {
  ...analytics,
  total: { matches: 0, opened: 0, notRelevant: 0 },
  previous: { matches: 0, opened: 0, notRelevant: 0 },
  days: analytics.days.map(({ day }) => ({ day, matches: 0, opened: 0, notRelevant: 0 })),
  keywords: [],
  otherKeywords: { keywords: 0, matches: 0, opened: 0, notRelevant: 0, previous: 0 },
  hours: analytics.hours.map((day) => day.map(() => 0)),
  places: [],
  authors: [],
};

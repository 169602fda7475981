// The server's answers about coverage, in states that take days to reach.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 30;
const ago = (ms) => new Date(Date.now() - ms).toISOString();

/** Returns the last 30 days: waits vary around `wait`, `gaps` maps days ago to seconds. */
function days({ items = 96, wait = 6, gaps = {}, since = DAYS }) {
  return Array.from({ length: DAYS }, (_, index) => {
    const back = DAYS - 1 - index;
    const isKnown = back <= since;
    return {
      date: ago(back * DAY_MS).slice(0, 10),
      items: isKnown ? Math.round(items * (1 + 0.4 * Math.sin(index))) : 0,
      gapSeconds: gaps[back] ?? 0,
      p95Seconds: isKnown ? wait * (1.3 + Math.sin(index * 1.7)) + (gaps[back] ?? 0) / 4 : null,
    };
  });
}

const audits = (more = {}) => ({
  audits: 0,
  failed: 0,
  items: 0,
  missing: 0,
  maxMissingShare: null,
  maxFailedShare: null,
  ...more,
});

function kind({ since = 40, complete = since, drawn = {}, ...more } = {}) {
  return {
    recordedSince: ago(since * DAY_MS),
    completeSince: complete === null ? null : ago(complete * DAY_MS),
    readUntil: ago(2 * SECOND_MS),
    fillingSince: null,
    items: 672,
    medianSeconds: 1.7,
    p95Seconds: 6.4,
    shareOfLastHour: 1,
    audits: audits(),
    days: days({ since, ...drawn }),
    ...more,
  };
}

const place = (name, posts, comments, more = {}) => ({
  name,
  problem: null,
  problemSince: null,
  posts,
  comments,
  ...more,
});

const gap = (name, itemKind, backMs, lengthMs, cause) => ({
  place: name,
  kind: itemKind,
  startedAt: ago(backMs),
  endedAt: ago(backMs - lengthMs),
  cause,
});

const pages = (places, more = {}) => ({
  page: 1,
  limit: 20,
  total: Math.ceil(places.length / 20),
  totalItems: places.length,
  hasMore: false,
  ...more,
});

const everything = place(
  'all',
  kind({ items: 1_204_331, drawn: { items: 170_000, wait: 9 } }),
  kind({
    complete: null,
    items: 3_961_000,
    shareOfLastHour: 0.38,
    drawn: { items: 560_000, wait: 21 },
  }),
);

const budget = {
  allowed: 1000,
  minutes: 10,
  polls: 582,
  fills: 41,
  looks: 163,
  looksNeeded: 158,
  keptDays: 90,
  lateSeconds: 0,
  names: 9,
  people: 3,
};

/** Coverage without problems, on the first of several pages. */
export const coverage = {
  watchesAll: true,
  audits: audits({ audits: 336, items: 4_812, maxMissingShare: 0.000622 }),
  budget,
  everything,
  places: [
    place('BuyItForLife', kind({ since: 11 }), kind({ since: 11 })),
    place(
      'gardening',
      kind({ drawn: { items: 412, wait: 2 } }),
      kind({ complete: 9, drawn: { gaps: { 9: 720 } } }),
    ),
    place('ZeroWasteAndMuchElseB', kind({ items: 0, medianSeconds: null, p95Seconds: null }), null),
  ],
  pagination: pages([], { total: 3, totalItems: 44, hasMore: true }),
  gaps: [gap('gardening', 'comment', 9 * DAY_MS, 12 * MINUTE_MS, 'forum_failed')],
};

const troubled = [
  place(
    'AskUK',
    kind({
      complete: null,
      fillingSince: ago(3 * HOUR_MS),
      drawn: { gaps: { 0: 9_000, 3: 1_500 } },
    }),
    kind({ complete: 2, drawn: { gaps: { 2: 340, 17: 86_400 } } }),
  ),
  place(
    'composting',
    kind({ complete: null, readUntil: ago(5 * HOUR_MS), drawn: { gaps: { 0: 18_000 } } }),
    kind({
      complete: null,
      readUntil: ago(30 * HOUR_MS),
      drawn: { gaps: { 0: 50_000, 1: 40_000 } },
    }),
  ),
  place(
    'homestead',
    kind({ complete: null, readUntil: ago(2 * DAY_MS) }),
    kind({ complete: null, readUntil: ago(2 * DAY_MS) }),
    {
      problem: 'private',
      problemSince: ago(2 * DAY_MS),
    },
  ),
  place('nolawns', null, null, { problem: 'banned', problemSince: ago(20 * DAY_MS) }),
  place('no_such_subreddit_at_a', null, null, { problem: 'not_found', problemSince: ago(DAY_MS) }),
  place('tea', null, null),
  place(
    'worms',
    kind({ since: 0, complete: 0 }),
    kind({
      since: 0,
      complete: null,
      readUntil: null,
      items: 0,
      medianSeconds: null,
      p95Seconds: null,
      shareOfLastHour: null,
      drawn: { since: -1 },
    }),
  ),
];

const causes = ['too_many', 'budget', 'forum_failed', 'hidden'];

/** Coverage with every kind of problem. */
export const coverageTrouble = {
  watchesAll: true,
  audits: audits({ audits: 302, failed: 2, items: 4_120, missing: 3, maxMissingShare: 0.00188 }),
  budget: {
    ...budget,
    polls: 189,
    fills: 271,
    looks: 491,
    looksNeeded: 498,
    keptDays: 27,
    lateSeconds: 271,
    names: 0,
    people: 0,
  },
  everything,
  places: troubled,
  pagination: pages(troubled),
  gaps: Array.from({ length: 14 }, (_, at) =>
    gap(
      at % 3 === 0 ? 'no_such_subreddit_at_a' : 'askuk',
      at % 2 === 0 ? 'comment' : 'post',
      (at + 1) * 11 * HOUR_MS,
      (at + 1) * 41 * MINUTE_MS,
      causes[at % causes.length],
    ),
  ),
};

export const coverageEmpty = {
  watchesAll: false,
  audits: audits(),
  budget: null,
  everything: place('all', null, null),
  places: [],
  pagination: pages([]),
  gaps: [],
};

/** Coverage where only r/all is watched. */
export const coverageOfAll = { ...coverage, places: [], pagination: pages([]) };

const hour = (itemKind, back) => ({
  kind: itemKind,
  hour: new Date(Math.floor(Date.now() / HOUR_MS - back) * HOUR_MS).toISOString(),
  items: Math.round(14 * (1.2 + Math.sin(back / 4)) + (back % 5)),
  gapSeconds: back > 40 && back < 46 ? 1_200 : 0,
  p95Seconds: 4 + (back % 7),
});

/** The coverage of one subreddit by hour. */
export const placeCoverage = {
  ...place(
    'gardening',
    kind({
      drawn: { items: 412, wait: 2 },
      audits: audits({ audits: 14, items: 1_388, maxMissingShare: 0.00216 }),
    }),
    kind({
      audits: audits({ audits: 14, failed: 1, items: 702, missing: 3, maxMissingShare: 0.011 }),
      complete: 2,
      drawn: { gaps: { 1: 3_600, 2: 3_600 } },
    }),
  ),
  hours: ['post', 'comment'].flatMap((itemKind) =>
    Array.from({ length: 150 }, (_, index) => hour(itemKind, 149 - index)),
  ),
  gaps: [gap('gardening', 'comment', 46 * HOUR_MS, 5 * HOUR_MS, 'budget')],
};

/** Returns the coverage lines on the cards of keywords: a sample and a complete one in turn. */
export const keywordCoverage = (answer) => {
  const lines = [{ commentsShare: 0.38, completeSince: null }, { completeSince: ago(11 * DAY_MS) }];
  return {
    keywords: answer.keywords.map(({ watchId }, at) => ({
      watchId,
      completeSince: null,
      readUntil: ago(2 * SECOND_MS),
      fillingSince: null,
      items: 700,
      medianSeconds: 1.7,
      p95Seconds: 6.4,
      gapSeconds: 0,
      commentsShare: null,
      ...lines[at % lines.length],
    })),
  };
};

/** The estimated cost of reading one more subreddit. */
export const planEstimate = {
  requestsPerMinute: 1.3,
  allowedPerMinute: 100,
  p95SecondsNow: 3.4,
  p95Seconds: 3.6,
  isShort: false,
};

// The answer of an analysis of three keywords: one with much data, one with little, and a new one.

const DAY_MS = 86_400_000;
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (days) => new Date(midnight - days * DAY_MS).toISOString();
const dayText = (time) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(time));

const range = { from: at(28), until: at(0) };
const evidence = (n, posts = ['a', 'b', 'c']) => ({ n, small: n < 20, range, posts });

const post = (title, subreddit) => ({
  title,
  url: `https://forum.example/${subreddit}`,
  subreddit,
  score: 12,
  comments: 3,
  createdAt: at(2),
});

const posts = {
  a: post(
    'I moved our compost bin behind the shed last autumn, and by spring it was the warmest place in the garden',
    'gardening',
  ),
  b: post('Is this compost ready?', 'composting'),
  c: post('AVeryLongWordThatNobodyWouldBreakInTwoAndThatGoesOnForMoreThanSixtyCharacters', 'tea'),
};

const names = [
  'Questions',
  'Complaints',
  'Recommendations wanted',
  'Comparisons',
  'News',
  'How-to',
  'Praise',
  'Showing off',
  'Something else',
];

const categoriesOf = (n) =>
  Object.fromEntries(
    names.map((name, place) => [
      name,
      {
        ...evidence(n, [posts.a.title, posts.b.title, posts.c.title]),
        postIds: ['a', 'b', 'c'],
        method: 'A title or text that ends with a question mark or begins with a question word.',
        count: Math.max(1, Math.round(n / (place + 2))),
        percentage: 100 / (place + 2),
      },
    ]),
  );

/** Returns the sentiment of four weeks; a keyword with few matches has days without any. */
const daysOf = (n) =>
  Array.from({ length: 28 }, (_, place) => ({
    day: at(28 - place).slice(0, 10),
    positive: Math.ceil((n * (place % 5)) / 160),
    neutral: Math.floor((n * (1 + (place % 3))) / 200),
    negative: Math.floor((n * (1 + (place % 7))) / 300),
    average: ((place % 5) - 2) / 10,
  })).filter(({ positive, neutral, negative }) => positive + neutral + negative > 0);

const summaryOf = (n, parts) => ({
  ...parts,
  statements: Object.entries(parts).map(([part, text]) => ({ ...evidence(n), part, text })),
});

const shown = { shown: true, missing: [] };
const sectionNames = [
  'rate',
  'hours',
  'changes',
  'topics',
  'sentiment',
  'sentimentOverTime',
  'engagement',
  'controversy',
  'recommendations',
];
const allShown = Object.fromEntries(sectionNames.map((name) => [name, shown]));

const discussions = (have, need) => ({ of: 'discussions', have, need, enoughFrom: null });
const days = (have, need) => ({ of: 'days', have, need, enoughFrom: at(have - need).slice(0, 10) });
const lacking = (...missing) => ({ shown: false, missing });

/** Returns the sections of a keyword that has listened for two days and has `n` matches. */
const newSections = (n) => ({
  ...allShown,
  rate: lacking(discussions(n, 20), days(2, 7)),
  hours: lacking(discussions(n, 50), days(2, 7)),
  changes: lacking({ of: 'listenedDays', have: 2, need: 14, enoughFrom: at(-12).slice(0, 10) }),
  topics: lacking(discussions(n, 30)),
  sentimentOverTime: lacking(discussions(n, 20), days(2, 7)),
  controversy: lacking(discussions(n, 20)),
});

/** Removes from `all` what the analyser leaves out while the data for it is missing. */
const withoutMost = (all, n) => ({
  ...all,
  overview: { ...all.overview, previous: null, week: null, trend: 'unknown' },
  engagement: { ...all.engagement, discussionsPerDay: null },
  topics: [],
  bestHours: [],
  recommendations: all.recommendations.filter(({ icon }) => icon !== 'clock'),
  sections: newSections(n),
});

function insights(n) {
  const counts = {
    totalPosts: n,
    posts: Math.ceil(n * 0.7),
    comments: Math.floor(n * 0.3),
    totalSubreddits: 7,
    authors: Math.ceil(n * 0.9),
    avgScore: 34.56,
    avgComments: 12.4,
  };
  const [positive, negative] = [Math.round(n / 2), Math.round(n / 5)];
  const subreddits = 'gardening composting homestead Permaculture AskUK nolawns ZeroWasteAndMore';
  return {
    range,
    n,
    small: n < 20,
    overview: {
      ...counts,
      previous: { ...counts, totalPosts: Math.ceil(n * 0.8), avgScore: 40 },
      trend: 'steady',
      week: { count: 82, previous: 87, change: -0.0575, trend: 'steady' },
    },
    sentiment: {
      score: 6.3,
      description: `More positive than negative: 50% of ${n} positive, 20% negative.`,
      indicators: {
        communityEngagement: 'High',
        controversyLevel: 'Low',
        sentimentBalance: 'Positive',
      },
      method:
        'An English lexicon and its rules rate the words of each discussion from -1 to 1: positive from 0.05, negative from -0.05, otherwise neutral. Irony is not recognised.',
      n,
      small: n < 20,
      positive,
      negative,
      neutral: n - positive - negative,
      average: 0.26,
      byDay: daysOf(n),
      examples: ['a', 'b'],
    },
    engagement: {
      ...evidence(n),
      level: 'High',
      method:
        'By the average number of comments a post had: high from 20, medium from 5, otherwise low.',
      avgScore: 34.56,
      medianScore: 9,
      avgComments: 12.4,
      medianComments: 4,
      discussionsPerDay: n / 28,
      returningAuthorsShare: 0.18,
    },
    controversy: {
      ...evidence(n),
      level: 'Low',
      method:
        'High if many discussions are offset by as many of the opposite sentiment, or if many posts have more comments than points; medium at half of either; otherwise low.',
      divided: 0.2,
      disputedShare: 0.12,
      votedDownShare: null,
    },
    categories: categoriesOf(n),
    topics: ['worm farm', 'leaf mould', 'tumbler', 'smell'].map((term, place) => ({
      ...evidence(n),
      term,
      method: 'Said more often here than elsewhere.',
      count: 40 - 9 * place,
      score: 90 - place,
    })),
    bestHours: Array.from({ length: 7 }, (_, weekday) =>
      Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 0 : (hour * (weekday + 3)) % 11)),
    ),
    subreddits: subreddits.split(' ').map((name, place) => ({
      name,
      count: Math.ceil(n * (0.3 - place / 25)),
      share: 0.3 - place / 25,
      previous: 80,
      change: place % 2 ? null : 0.125,
    })),
    shareOfVoice: [
      { keywordId: '1', keyword: 'compost', count: 312, share: 0.74, average: 0.26 },
      { keywordId: '2', keyword: 'kettle', count: 12, share: 0.03, average: null },
      { keywordId: '3', keyword: 'sourdough starter', count: 96, share: 0.23, average: 0.1 },
    ],
    recommendations: [
      ['High', 'Answer the questions in r/gardening', 'message-circle-question-mark'],
      ['Medium', 'Be there on Tuesday at 14:00 UTC', 'clock'],
      ['Low', 'Look at what is compared with it', 'scale'],
      ['Low', 'Write a guide', 'book-open'],
      ['Low', 'Write about "worm farm"', 'pen-line'],
    ].map(([impact, action, icon], place) => ({
      ...evidence(n),
      icon,
      action,
      impact,
      priority: place + 1,
      description: 'Many ask there, and few of them get an answer within a day.',
      data: `${Math.ceil(n / 3)} of ${n} discussions ask something.`,
    })),
    summary: summaryOf(n, {
      main: `From ${dayText(range.from)} 00:00 to ${dayText(range.until)} 00:00 UTC, ${n} discussions (${Math.ceil(n * 0.7)} posts, ${Math.floor(n * 0.3)} comments) by ${Math.ceil(n * 0.9)} authors in 7 subreddits matched. There were ${n} in the last 28 days and ${Math.ceil(n * 0.8)} in the same period before: a difference that chance could explain. 50% are positive, 30% neutral and 20% negative; the average is 0.26 on a scale from -1 to 1.`,
      engagement:
        'They had 12.4 comments on average when last counted; half had 4 or fewer. Discussions had 34.6 points on average.',
      conclusion:
        'By kind: Questions, Complaints, Recommendations wanted. One discussion can be of more than one kind.',
    }),
    sections: allShown,
    posts,
  };
}

const keywordInsight = (keyword, n, more = {}) => ({
  keyword,
  isDemo: false,
  generatedAt: at(0),
  provider: 'builtin',
  note: null,
  insights: insights(n),
  ...more,
});

const result = {
  generatedAt: at(0),
  keywordInsights: [
    keywordInsight('compost', 312, {
      note: 'The language model took too long. The built-in analyser wrote this.',
    }),
    keywordInsight('kettle', 12, { insights: withoutMost(insights(12), 12) }),
    keywordInsight('sourdough starter', 96),
  ],
};

export const analysed = { result, run: null };

export const neverAnalysed = { result: null, run: null };

export const analysing = {
  result: null,
  run: {
    _id: 'run',
    status: 'running',
    keywords: ['compost', 'kettle', 'sourdough starter'],
    done: 1,
    reason: null,
    createdAt: at(0),
    finishedAt: null,
  },
};

export const usedUp = { remainingCalls: 0, dailyLimit: 5, resetTime: at(-1) };

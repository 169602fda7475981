import type {
  CitedPost,
  Insights,
  InsightSection,
  InsightSections,
  InsightsResult,
  InsightsRun,
  InsightStatement,
  LatestInsights,
} from '@/api/types';

import { refusal, serve } from './server';

const range = { from: '2026-01-05T00:00:00Z', until: '2026-01-12T00:00:00Z' };

type Evidence = Pick<InsightStatement, 'n' | 'small' | 'posts' | 'range'>;

const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  n: 42,
  small: false,
  range,
  posts: ['a', 'b', 'c'],
  ...changes,
});

const SUMMARY = 'There were 42 discussions in 3 subreddits.';

const shown: InsightSection = { shown: true, missing: [] };

const allShown: InsightSections = {
  rate: shown,
  hours: shown,
  changes: shown,
  topics: shown,
  sentiment: shown,
  sentimentOverTime: shown,
  engagement: shown,
  controversy: shown,
  recommendations: shown,
};

/** Longer than 60 characters. */
export const LONG_TITLE =
  'What is the one thing in your kitchen that you would never give away, and why is it that?';

const aCited = (id: string, title: string, subreddit: string): CitedPost => ({
  title,
  url: `https://forum.example/${id}`,
  subreddit,
  score: 3,
  comments: 2,
  createdAt: '2026-01-07T12:00:00Z',
});

export function someInsights(changes: Partial<Insights> = {}): Insights {
  const counts = {
    totalPosts: 42,
    posts: 30,
    comments: 12,
    totalSubreddits: 3,
    authors: 37,
    avgScore: 12.34,
    avgComments: 7.6,
  };
  return {
    range,
    n: 42,
    small: false,
    overview: {
      ...counts,
      previous: { ...counts, totalPosts: 21 },
      trend: 'up',
      week: { count: 42, previous: 21, change: 1, trend: 'up' },
    },
    sentiment: {
      score: 6.2,
      description: 'More positive than negative',
      indicators: {
        communityEngagement: 'High',
        controversyLevel: 'Low',
        sentimentBalance: 'Positive',
      },
      method: 'By a lexicon.',
      n: 42,
      small: false,
      positive: 21,
      neutral: 14,
      negative: 7,
      average: 0.24,
      byDay: [
        { day: '2026-01-05', positive: 11, neutral: 4, negative: 2, average: 0.3 },
        { day: '2026-01-07', positive: 10, neutral: 10, negative: 5, average: 0.2 },
      ],
      examples: ['a'],
    },
    engagement: {
      ...evidence(),
      level: 'High',
      method: 'By comments.',
      avgScore: 12.34,
      medianScore: 5,
      avgComments: 7.6,
      medianComments: 3,
      discussionsPerDay: 6,
      returningAuthorsShare: 0.25,
    },
    controversy: {
      ...evidence(),
      level: 'Low',
      method: 'By the balance of moods.',
      divided: 0.2,
      disputedShare: null,
      votedDownShare: 0.05,
    },
    categories: Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `Category ${at + 1}`,
        {
          ...evidence({ posts: [LONG_TITLE, 'Short &amp; sweet', 'A third', 'A fourth'] }),
          postIds: ['a', 'b', 'c', 'd'],
          method: `Rule ${at + 1}.`,
          count: 20 - at,
          percentage: 40 - 2 * at,
        },
      ]),
    ),
    topics: [
      {
        ...evidence(),
        term: 'borrow checker',
        method: 'Said more often here.',
        count: 9,
        score: 20.5,
      },
    ],
    bestHours: Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 24 }, (_, hour) => (day === 1 && hour === 14 ? 9 : 0)),
    ),
    subreddits: [
      { name: 'programming', count: 30, share: 0.714, previous: 20, change: 0.5 },
      { name: 'rust', count: 12, share: 0.286, previous: 0, change: null },
    ],
    shareOfVoice: [
      { keywordId: 'watch-1', keyword: 'rust', count: 42, share: 0.7, average: 0.24 },
      { keywordId: 'watch-2', keyword: 'tea', count: 18, share: 0.3, average: null },
    ],
    recommendations: [
      {
        ...evidence(),
        icon: 'message-circle-question-mark',
        action: 'Answer the open questions',
        impact: 'High',
        priority: 1,
        description: 'Many ask and few answer.',
        data: '12 of 42 discussions ask something.',
      },
    ],
    summary: {
      main: SUMMARY,
      engagement: '',
      conclusion: '',
      statements: [{ ...evidence(), part: 'main', text: SUMMARY }],
    },
    sections: allShown,
    posts: {
      a: aCited('a', LONG_TITLE, 'programming'),
      b: aCited('b', 'Short &amp; sweet', 'rust'),
      c: aCited('c', 'A third', 'rust'),
      d: aCited('d', 'A fourth', 'rust'),
    },
    ...changes,
  };
}

const generatedAt = '2026-01-12T08:30:00Z';

export function aResult(changes: Partial<InsightsResult> = {}): InsightsResult {
  const keyword = { isDemo: false, generatedAt, provider: 'builtin', note: null };
  return {
    generatedAt,
    keywordInsights: [
      { ...keyword, keyword: 'rust', insights: someInsights() },
      { ...keyword, keyword: 'tea', insights: someInsights({ n: 6, small: true }) },
    ],
    ...changes,
  };
}

/** Returns what demo mode shows. */
export function aDemo(): InsightsResult {
  const { keywordInsights, ...result } = aResult();
  return {
    ...result,
    keywordInsights: keywordInsights
      .slice(0, 1)
      .map((one) => ({ ...one, keyword: 'standing desk', isDemo: true })),
  };
}

export const aRun = (changes: Partial<InsightsRun> = {}): InsightsRun => ({
  _id: 'run-1',
  status: 'running',
  keywords: ['rust', 'tea'],
  done: 0,
  reason: null,
  createdAt: '2026-01-12T08:29:00Z',
  finishedAt: null,
  ...changes,
});

type Served = { result?: InsightsResult | null; run?: InsightsRun | null; remainingCalls?: number };

/** Mocks a server that stores `result` and works on `run`; `asked` collects the changes. */
export function serveInsights({ result = null, run = null, remainingCalls = 4 }: Served = {}) {
  const asked: string[] = [];
  let cleared: LatestInsights['result'] = null;
  const state: LatestInsights = { result, run };
  serve({
    'GET /ai/usage': { remainingCalls, dailyLimit: 5, resetTime: '2026-01-13T00:00:00Z' },
    'GET /ai/insights': state,
    'GET /ai/insights/demo': aDemo(),
    'DELETE /ai/insights': () => {
      asked.push('clear');
      cleared = state.result;
      state.result = null;
    },
    'POST /ai/insights/restore': () => {
      asked.push('restore');
      state.result ??= cleared ?? null;
      return state.result ? undefined : refusal(404, 'NOT_FOUND', 'No such result.');
    },
    'POST /ai/comprehensive-insights': () => {
      asked.push('start');
      state.run ??= aRun();
      return state.run;
    },
    'DELETE /ai/runs/:id': () => void asked.push('cancel'),
  });
  return { asked, state };
}

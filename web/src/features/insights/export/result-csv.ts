import type { Insights, InsightsResult } from '@/api/types';
import { toCsv } from '@/lib/csv';
import { hourText, weekdays } from '@/lib/days';
import { placeLabel } from '@/lib/places';

import { byCount } from '../top-categories';

const HEAD = [
  'keyword',
  'demo',
  'from',
  'until',
  'section',
  'name',
  'measure',
  'value',
  'n',
  'small',
  'posts',
];

const numbers = [
  'totalPosts',
  'posts',
  'comments',
  'totalSubreddits',
  'authors',
  'avgScore',
  'avgComments',
] as const;

/** A statement: its subject and value, and the discussions that it rests on. */
type Line = {
  section: string;
  name: string;
  measure?: string;
  value: string | number | null | undefined;
  n?: number;
  small?: boolean;
  posts?: readonly string[];
};

/** Returns a result as CSV, with a line for every number and sentence in it. */
export function resultCsv({ keywordInsights }: InsightsResult): string {
  const rows = keywordInsights.flatMap(({ keyword, isDemo, insights }) => {
    const { range, posts: cited, n: all, small: few } = insights;
    return linesOf(insights).map(
      ({ section, name, measure = '', value, n = all, small = few, posts = [] }) => [
        keyword,
        yesNo(isDemo),
        range.from,
        range.until,
        section,
        name,
        measure,
        String(value ?? ''),
        String(n),
        yesNo(small),
        posts.flatMap((id) => cited[id]?.url ?? []).join(' '),
      ],
    );
  });
  return toCsv([HEAD, ...rows]);
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no');

function linesOf(insights: Insights): Line[] {
  const { overview, sentiment, engagement, controversy, sections } = insights;
  return [
    ...numbers.map((name) => ({ section: 'stats', name, value: overview[name] })),
    ...numbers.map((name) => ({
      section: 'stats',
      name,
      measure: 'the time before',
      value: overview.previous?.[name],
    })),
    ...weekLines(insights),
    ...subredditLines(insights),
    {
      section: 'sentiment',
      name: 'score out of 10',
      value: sections.sentiment.shown ? sentiment.score : null,
    },
    { section: 'sentiment', name: 'average', value: sentiment.average, posts: sentiment.examples },
    ...(['positive', 'neutral', 'negative'] as const).map((name) => ({
      section: 'sentiment',
      name,
      value: sentiment[name],
    })),
    { section: 'engagement', name: 'community engagement', ...engagement, value: engagement.level },
    ...(
      ['medianScore', 'medianComments', 'discussionsPerDay', 'returningAuthorsShare'] as const
    ).map((name) => ({ section: 'engagement', name, value: engagement[name] })),
    { section: 'engagement', name: 'controversy', ...controversy, value: controversy.level },
    ...(['divided', 'disputedShare', 'votedDownShare'] as const).map((name) => ({
      section: 'engagement',
      name,
      value: controversy[name],
    })),
    ...dayLines(insights),
    ...insights.bestHours.flatMap((hours, day) =>
      hours.map((value, hour) => ({
        section: 'hours',
        name: weekdays[day] ?? '',
        measure: `${hourText(hour)} UTC`,
        value,
      })),
    ),
    ...byCount(insights.categories).flatMap(({ name, count, percentage, n, small, postIds }) => {
      const evidence = { section: 'categories', name, n, small, posts: postIds };
      return [
        { ...evidence, measure: 'count', value: count },
        { ...evidence, measure: 'percentage', value: percentage },
      ];
    }),
    ...insights.topics.map(({ term, count, ...evidence }) => ({
      section: 'topics',
      name: term,
      ...evidence,
      value: count,
    })),
    ...insights.shareOfVoice.flatMap(({ keyword, ...measures }) =>
      (['count', 'share', 'average'] as const).map((measure) => ({
        section: 'share of voice',
        name: keyword,
        measure,
        value: measures[measure],
      })),
    ),
    ...insights.recommendations.map(({ action, impact, description, data, ...evidence }) => ({
      section: 'recommendations',
      name: action,
      measure: impact,
      ...evidence,
      value: `${description} ${data}`.trim(),
    })),
    ...insights.summary.statements.map(({ part, text, ...evidence }) => ({
      section: 'summary',
      name: part,
      ...evidence,
      value: text,
    })),
  ];
}

const weekLines = ({ overview: { week } }: Insights): Line[] =>
  week
    ? [
        { section: 'stats', name: 'discussions of the last 7 days', value: week.count },
        { section: 'stats', name: 'discussions of the 7 days before', value: week.previous },
      ]
    : [];

const subredditLines = ({ subreddits }: Insights): Line[] =>
  subreddits.flatMap(({ name: place, ...measures }) =>
    (['count', 'share', 'change'] as const).map((measure) => ({
      section: 'subreddits',
      name: placeLabel(place),
      measure,
      value: measures[measure],
    })),
  );

const dayLines = ({ sentiment }: Insights): Line[] =>
  sentiment.byDay.flatMap(({ day, ...moods }) =>
    Object.entries(moods).map(([measure, value]) => ({
      section: 'days',
      name: day,
      measure,
      value,
    })),
  );

import type { Analytics } from '@/api/types';
import { paths } from '@/config/paths';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { shortDay } from '@/lib/days';
import { numberText } from '@/lib/number';
import { authorLabel } from '@/lib/places';

import { changeText, shareText } from '../texts';
import { paramsOf, type View } from '../view';
import { ChartCard } from './chart-card';
import { DaysChart } from './days-chart';
import { MoodCard } from './mood-card';
import { RankedList } from './ranked-list';
import { Totals } from './totals';
import { TrendLine } from './trend-line';
import { WeekChart } from './week-chart';

type AnalyticsBodyProps = {
  analytics: Analytics;
  view: View;
  /** Whether these are not the user's own numbers. */
  isSample?: boolean;
};

/** The charts of a range of days. */
export function AnalyticsBody({ analytics, view, isSample = false }: AnalyticsBodyProps) {
  const fileName = (chart: string) => `harken-${chart}-${analytics.from}-${analytics.until}.csv`;
  return (
    <>
      <Totals analytics={analytics} />
      <DaysChart analytics={analytics} fileName={fileName('matches')} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <Keywords analytics={analytics} view={view} fileName={fileName('keywords')} />
        <Places analytics={analytics} view={view} fileName={fileName('places')} />
        <Authors analytics={analytics} fileName={fileName('authors')} />
        <WeekChart
          hours={analytics.hours}
          timeZone={analytics.timeZone}
          fileName={fileName('hours')}
        />
        {!isSample && <MoodCard keyword={keywordOf(analytics, view)} />}
      </div>
    </>
  );
}

/** Returns the only keyword that is shown, if there is one. */
const keywordOf = ({ keywords }: Analytics, view: View) =>
  keywords.find(({ _id }) => _id === view.keyword)?.keyword ?? undefined;

type ChartProps = { analytics: Analytics; fileName: string };
const NONE = 'No matches in these days.';

function Keywords({ analytics, view, fileName }: ChartProps & { view: View }) {
  const { keywords, otherKeywords, total, previous } = analytics;
  const before = (matches: number) => (previous ? matches : undefined);
  const rows = [
    ...keywords.map((one) => ({ ...one, name: one.keyword ?? 'Deleted keyword' })),
    ...(otherKeywords.keywords > 0
      ? [
          {
            ...otherKeywords,
            _id: undefined,
            name: `${numberText(otherKeywords.keywords)} more`,
            days: [],
          },
        ]
      : []),
  ];
  return (
    <ChartCard
      title="Keywords"
      fileName={fileName}
      table={{
        head: ['Keyword', 'Matches', 'Before', 'Opened', 'Not relevant'],
        rows: rows.map((row) => [
          row.name,
          ...[row.matches, row.previous, row.opened, row.notRelevant],
        ]),
      }}
    >
      <RankedList
        empty={NONE}
        rows={rows
          .filter(({ matches }) => matches > 0)
          .map(({ _id, name, matches, previous: matchesBefore, days }) => ({
            key: _id ?? 'others',
            name,
            matches,
            note: (
              <span className="text-ink-soft">
                {[shareText(matches, total.matches), changeText(matches, before(matchesBefore))]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            ),
            chart: days.length > 1 && <TrendLine counts={days} />,
            ...(_id && view.keyword !== _id
              ? {
                  to: `${paths.analytics}?${paramsOf({ ...view, keyword: _id }).toString()}`,
                  about: 'show this keyword only',
                }
              : {}),
          }))}
      />
    </ChartCard>
  );
}

function Places({ analytics, view, fileName }: ChartProps & { view: View }) {
  const { places, previous } = analytics;
  const labelOf = usePlaceLabel(places.map(({ subreddit }) => subreddit));
  const keyword = keywordOf(analytics, view);
  const search = (subreddit: string) =>
    new URLSearchParams({
      subreddit,
      from: analytics.from,
      until: analytics.until,
      ...(keyword && { keyword }),
    }).toString();
  return (
    <ChartCard
      title="Places"
      fileName={fileName}
      table={{
        head: ['Place', 'Matches', 'Before'],
        rows: places.map((one) => [labelOf(one.subreddit), one.matches, one.previous]),
      }}
    >
      <RankedList
        empty={NONE}
        rows={places.map(({ subreddit, matches, previous: before }) => ({
          key: subreddit,
          name: labelOf(subreddit),
          matches,
          note: (
            <span className="text-ink-soft">
              {changeText(matches, previous ? before : undefined)}
            </span>
          ),
          to: `${paths.search}?${search(subreddit)}`,
          about: 'search these matches',
        }))}
      />
    </ChartCard>
  );
}

function Authors({ analytics, fileName }: ChartProps) {
  const { authors, authorsFrom, from } = analytics;
  const rows = authors.map(({ author, site, matches }) => ({
    key: `${site} ${author}`,
    name: authorLabel(author, site),
    matches,
  }));
  return (
    <ChartCard
      title="Authors"
      fileName={fileName}
      table={{
        head: ['Author', 'Matches'],
        rows: rows.map(({ name, matches }) => [name, matches]),
      }}
    >
      <RankedList empty={NONE} rows={rows} />
      {authorsFrom > from && (
        <p className="mt-2 text-xs text-ink-soft">
          {`Since ${shortDay(authorsFrom)}: Harken keeps authors’ names for 90 days.`}
        </p>
      )}
    </ChartCard>
  );
}

import type { Insights } from '@/api/types';
import { BarChart } from '@/components/charts/bar-chart';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { numberText, percent, signedPercent } from '@/lib/number';
import { isSite } from '@/lib/places';

import { barsText } from '../chart-texts';
import { daysOf } from '../dates';
import { changeText, oneDecimal, partText, whole, wholeIfKnown } from '../numbers';
import { trendTexts } from '../trend-texts';
import { weekText } from '../week-text';
import { Fold } from './fold';
import { NotYet } from './not-yet';
import { ResultSection } from './result-section';
import { StatTile } from './stat-tile';

const MAX_SUBREDDITS = 8;
/** The number of places named before the chart is opened. */
const MAX_NAMED = 3;

/** Shows a keyword's numbers beside those of the previous period, and where it was discussed. */
export function StatsSection({ insights }: { insights: Insights }) {
  const { overview, subreddits, sections } = insights;
  const { previous: before, week } = overview;
  const labelOf = usePlaceLabel(subreddits.map(({ name }) => name));
  const verdict = trendTexts[overview.trend];
  const tile = (field: 'totalPosts' | 'comments' | 'totalSubreddits' | 'authors') => ({
    value: whole(overview[field]),
    change: changeText(overview[field], before?.[field]),
  });
  const bars = subreddits.slice(0, MAX_SUBREDDITS).map(({ name, count, share, change }) => ({
    name: labelOf(name),
    value: count,
    label: partText(count, insights.n, share, insights.small),
    cells: [whole(count), percent(share), typeof change === 'number' ? signedPercent(change) : '–'],
  }));
  const hasSite = subreddits.some(({ name }) => isSite(name));
  const title = hasSite ? 'Top subreddits and sites' : 'Top subreddits';
  return (
    <ResultSection title="Stats">
      <div className="@container">
        <dl className="grid grid-cols-2 gap-2.5 @max-[15rem]:grid-cols-1 @sm:grid-cols-3">
          <StatTile name="Discussions" {...tile('totalPosts')} />
          <StatTile name="Comments" {...tile('comments')} />
          <StatTile
            name={hasSite ? 'Subreddits and sites' : 'Subreddits'}
            {...tile('totalSubreddits')}
          />
          <StatTile name="Authors" {...tile('authors')} />
          <StatTile
            name="Average score"
            value={oneDecimal(overview.avgScore)}
            change={changeText(overview.avgScore, before?.avgScore)}
          />
          <StatTile
            name="Average comments"
            value={wholeIfKnown(overview.avgComments)}
            change={changeText(overview.avgComments, before?.avgComments)}
          />
        </dl>
      </div>
      {week && <p className="mt-2.5 text-sm">{weekText(week)}</p>}
      {before && (
        <p className="mt-1 text-xs text-ink-faint">
          {`Changes are compared with the ${numberText(daysOf(insights.range))} days before${verdict ? `; discussions: ${verdict}` : ''}.`}
        </p>
      )}
      <NotYet sections={sections} names={['changes']} />
      {bars.length > 0 && (
        <Fold
          quiet
          summary={`Most ${hasSite ? 'on' : 'in'} ${bars
            .slice(0, MAX_NAMED)
            .map(({ name, value }) => `${name} (${whole(value)})`)
            .join(', ')}`}
        >
          <BarChart
            title={title}
            summary={barsText(title, bars)}
            head={[
              hasSite ? 'Subreddit or site' : 'Subreddit',
              'Discussions',
              'Share',
              before ? 'Change' : 'Change in a week',
            ]}
            bars={bars}
          />
        </Fold>
      )}
    </ResultSection>
  );
}

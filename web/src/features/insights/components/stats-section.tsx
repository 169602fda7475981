import type { Insights } from '@/api/types';
import { isSite, placeLabel } from '@/lib/places';

import { barsText } from '../chart-texts';
import { BarChart } from '../charts/bar-chart';
import { daysOf } from '../dates';
import { changeText, oneDecimal, percent, signedPercent, whole, wholeIfKnown } from '../numbers';
import { trendTexts } from '../trend-texts';
import { weekText } from '../week-text';
import { EvidenceNote } from './evidence-note';
import { ResultSection } from './result-section';
import { StatTile } from './stat-tile';

const MAX_SUBREDDITS = 8;

/** The numbers of a keyword beside those of the time before, and where it was spoken of. */
export function StatsSection({ insights }: { insights: Insights }) {
  const { overview, subreddits } = insights;
  const { previous: before, week } = overview;
  const verdict = trendTexts[overview.trend];
  const tile = (field: 'totalPosts' | 'comments' | 'totalSubreddits' | 'authors') => ({
    value: whole(overview[field]),
    change: changeText(overview[field], before?.[field]),
  });
  const bars = subreddits.slice(0, MAX_SUBREDDITS).map(({ name, count, share, change }) => ({
    name: placeLabel(name),
    value: count,
    label: `${whole(count)} (${percent(share)})`,
    cells: [whole(count), percent(share), typeof change === 'number' ? signedPercent(change) : '–'],
  }));
  const hasSite = subreddits.some(({ name }) => isSite(name));
  const title = hasSite ? 'Top subreddits and sites' : 'Top subreddits';
  return (
    <ResultSection title="Stats">
      <div className="@container">
        <dl className="grid grid-cols-2 gap-3 @max-[15rem]:grid-cols-1 md:grid-cols-3">
          <StatTile name="Discussions" {...tile('totalPosts')} />
          <StatTile name="Comments among them" {...tile('comments')} />
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
      {week && <p className="mt-3 font-semibold">{weekText(week)}</p>}
      {before && (
        <p className="mt-1 text-xs text-ink-faint">
          {`Changes are compared with the ${daysOf(insights.range)} days before${verdict ? `; discussions: ${verdict}` : ''}.`}
        </p>
      )}
      <EvidenceNote n={insights.n} small={insights.small} posts={[]} />
      {bars.length > 0 && (
        <div className="mt-5">
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
        </div>
      )}
    </ResultSection>
  );
}

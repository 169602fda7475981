import type { Insights } from '@/api/types';

import { HoursChart } from '../charts/hours-chart';
import { MoodChart } from '../charts/mood-chart';
import { everyDay } from '../every-day';
import type { Evidence, Indicator } from '../evidence';
import { oneDecimal, percent, whole, wholeIfKnown } from '../numbers';
import { EvidenceNote } from './evidence-note';
import { ResultSection } from './result-section';

/** How people feel about a keyword, how much they answer each other, and when. */
export function EngagementSection({ insights }: { insights: Insights }) {
  const { range, sentiment, engagement, controversy, bestHours } = insights;
  const { indicators, positive, neutral, negative, byDay } = sentiment;
  const all = positive + neutral + negative;
  const counted = (count: number) => `${whole(count)} (${percent(all ? count / all : 0)})`;
  return (
    <ResultSection title="Engagement">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="font-display text-3xl font-semibold tabular-nums">
          {oneDecimal(sentiment.score)}
        </span>
        <span className="text-ink-faint">out of 10</span>
        <span className="text-ink-soft">{sentiment.description}</span>
      </p>
      <EvidenceNote n={sentiment.n} small={sentiment.small} posts={sentiment.examples} />
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact name="Community engagement" text={indicators.communityEngagement} of={engagement} />
        <Fact name="Controversy level" text={indicators.controversyLevel} of={controversy} />
        <Fact
          name="Sentiment balance"
          text={indicators.sentimentBalance}
          of={{ ...sentiment, posts: [] }}
        />
        <Fact name="Positive" text={counted(positive)} />
        <Fact name="Neutral" text={counted(neutral)} />
        <Fact name="Negative" text={counted(negative)} />
        <Fact name="Discussions a day" text={oneDecimal(engagement.discussionsPerDay)} />
        <Fact
          name="Median score · comments"
          text={`${wholeIfKnown(engagement.medianScore)} · ${wholeIfKnown(engagement.medianComments)}`}
        />
        <Fact name="By authors with several" text={percent(engagement.returningAuthorsShare)} />
      </dl>
      <div className="mt-6 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        {byDay.length > 0 && <MoodChart days={everyDay(range, byDay)} />}
        {bestHours.length > 0 && <HoursChart hours={bestHours} />}
      </div>
    </ResultSection>
  );
}

type FactProps = { name: string; text: string; of?: Evidence & Pick<Indicator, 'method'> };

function Fact({ name, text, of }: FactProps) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd>
        <p className="font-semibold">{text}</p>
        {of && (
          <>
            <p className="text-xs text-ink-soft">{of.method}</p>
            <EvidenceNote n={of.n} small={of.small} posts={of.posts} />
          </>
        )}
      </dd>
    </div>
  );
}

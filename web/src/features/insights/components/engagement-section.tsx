import type { Insights } from '@/api/types';
import { percent } from '@/lib/number';

import { HoursChart } from '../charts/hours-chart';
import { MoodChart } from '../charts/mood-chart';
import { everyDay } from '../every-day';
import { oneDecimal, partText, wholeIfKnown } from '../numbers';
import { EvidenceNote } from './evidence-note';
import { Fold } from './fold';
import { NotYet } from './not-yet';
import { ResultSection } from './result-section';

/** Shows the sentiment about a keyword, how much people reply to each other, and when. */
export function EngagementSection({ insights }: { insights: Insights }) {
  const { sentiment, engagement, sections } = insights;
  const { indicators, positive, neutral, negative, n, small } = sentiment;
  const counted = (count: number) => partText(count, n, n ? count / n : 0, small);
  return (
    <ResultSection title="Engagement">
      {sections.sentiment.shown && (
        <p className="mb-2.5 flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-display text-3xl font-semibold tabular-nums">
            {oneDecimal(sentiment.score)}
          </span>
          <span className="text-ink-faint">out of 10</span>
          <span className="text-sm text-ink-soft">{sentiment.description}</span>
        </p>
      )}
      <div className="@container">
        <dl className="grid grid-cols-3 gap-x-4 gap-y-2 @max-[22rem]:grid-cols-2 @max-[12rem]:grid-cols-1">
          <Fact name="Positive" text={counted(positive)} />
          <Fact name="Neutral" text={counted(neutral)} />
          <Fact name="Negative" text={counted(negative)} />
          {sections.engagement.shown && (
            <Fact name="Community engagement" text={indicators.communityEngagement} />
          )}
          {sections.controversy.shown && (
            <Fact name="Controversy level" text={indicators.controversyLevel} />
          )}
          {sections.sentiment.shown && (
            <Fact name="Sentiment balance" text={indicators.sentimentBalance} />
          )}
          {sections.rate.shown && (
            <Fact name="Discussions a day" text={oneDecimal(engagement.discussionsPerDay)} />
          )}
          {sections.engagement.shown && (
            <Fact
              name="Median score · comments"
              text={`${wholeIfKnown(engagement.medianScore)} · ${wholeIfKnown(engagement.medianComments)}`}
            />
          )}
          {!small && (
            <Fact name="By authors with several" text={percent(engagement.returningAuthorsShare)} />
          )}
        </dl>
      </div>
      <NotYet
        sections={sections}
        names={['sentiment', 'engagement', 'controversy', 'rate', 'hours', 'sentimentOverTime']}
      />
      <Charts insights={insights} />
      <Methods insights={insights} />
    </ResultSection>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex flex-col justify-between">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd className="font-semibold">{text}</dd>
    </div>
  );
}

function Charts({ insights: { range, sentiment, bestHours, sections } }: { insights: Insights }) {
  const hasDays = sections.sentimentOverTime.shown && sentiment.byDay.length > 0;
  const hasHours = sections.hours.shown && bestHours.length > 0;
  if (!hasDays && !hasHours) return null;
  return (
    <Fold summary="By day and hour">
      <div className="mt-2 grid gap-y-6">
        {hasDays && <MoodChart days={everyDay(range, sentiment.byDay)} />}
        {hasHours && <HoursChart hours={bestHours} />}
      </div>
    </Fold>
  );
}

function Methods({ insights }: { insights: Insights }) {
  const { sentiment, engagement, controversy, sections } = insights;
  const methods = [
    { name: 'Sentiment', shown: sentiment.n > 0, of: { ...sentiment, posts: sentiment.examples } },
    { name: 'Community engagement', shown: sections.engagement.shown, of: engagement },
    { name: 'Controversy level', shown: sections.controversy.shown, of: controversy },
  ].filter(({ shown }) => shown);
  if (methods.length === 0) return null;
  return (
    <Fold summary="Methods and posts">
      {methods.map(({ name, of }) => (
        <div key={name}>
          <p>
            <span className="font-semibold">{`${name}. `}</span>
            <span className="text-ink-soft">{of.method}</span>
          </p>
          <EvidenceNote n={of.n} small={of.small} posts={of.posts} />
        </div>
      ))}
    </Fold>
  );
}

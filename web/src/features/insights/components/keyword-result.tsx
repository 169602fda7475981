import type { KeywordInsight } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { useSession } from '@/lib/http/session';

import { momentText, rangeText } from '../dates';
import { InsightContext } from '../insight-context';
import { BreakdownSection } from './breakdown-section';
import { CategoriesSection } from './categories-section';
import { EngagementSection } from './engagement-section';
import { EvidenceNote } from './evidence-note';
import { RecommendationList } from './recommendation-list';
import { StatsSection } from './stats-section';

/** What an analysis says of one keyword. */
export function KeywordResult({ result }: { result: KeywordInsight }) {
  const { keyword, isDemo, generatedAt, note, insights } = result;
  const { summary, range, recommendations, small } = insights;
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  return (
    <InsightContext value={insights}>
      <section aria-label={`Insights for ${keyword}`}>
        <Card className="overflow-hidden">
          <header className="px-5 py-4">
            <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl break-words">
              {`"${keyword}"`}
              {isDemo && <Badge tone="signal">Demo: sample data</Badge>}
              {small && <Badge>Small sample</Badge>}
            </h2>
            <p className="mt-1 text-sm text-ink-faint">
              {`${rangeText(range)} · generated ${momentText(generatedAt, timeZone)}`}
            </p>
            {note && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
            {summary.statements.map(({ text, n, small, posts }, at) => (
              <div key={at} className="mt-2.5">
                <p>{text}</p>
                <EvidenceNote n={n} small={small} posts={posts} />
              </div>
            ))}
          </header>
          <CategoriesSection insights={insights} />
          <EngagementSection insights={insights} />
          <StatsSection insights={insights} />
          <BreakdownSection insights={insights} />
          {recommendations.length > 0 && <RecommendationList all={recommendations} />}
        </Card>
      </section>
    </InsightContext>
  );
}

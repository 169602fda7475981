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
import { Fold } from './fold';
import { RecommendationList } from './recommendation-list';
import { StatsSection } from './stats-section';

/** Shows what an analysis says about one keyword. */
export function KeywordResult({ result }: { result: KeywordInsight }) {
  const { keyword, isDemo, generatedAt, note, insights } = result;
  const { summary, range, recommendations, sections, small } = insights;
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  return (
    <InsightContext value={insights}>
      <section aria-label={`Insights for ${keyword}`}>
        <Card className="overflow-hidden">
          <header className="px-5 py-3.5">
            <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
              <bdi>{`"${keyword}"`}</bdi>
              {isDemo && <Badge tone="signal">Demo: sample data</Badge>}
              {small && <Badge>Small sample</Badge>}
            </h2>
            <p className="mt-1 text-sm text-ink-faint">
              {`${rangeText(range)} · generated ${momentText(generatedAt, timeZone)}`}
            </p>
            {note && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
            {/* The sections show the rest of the summary. */}
            <p className="mt-2">{summary.main}</p>
            <Fold summary="Details, with the posts behind them">
              {summary.statements.map(({ text, n, small, posts }, at) => (
                <div key={at}>
                  <p className="text-ink-soft">{text}</p>
                  <EvidenceNote n={n} small={small} posts={posts} />
                </div>
              ))}
            </Fold>
          </header>
          {/* The columns are independent: opening one's parts moves nothing in the other. */}
          <div className="grid grid-cols-1 lg:grid-cols-2 lg:divide-x lg:divide-line print:grid-cols-1">
            <div className="min-w-0">
              <CategoriesSection insights={insights} />
              <RecommendationList all={recommendations} sections={sections} />
            </div>
            <div className="min-w-0">
              <EngagementSection insights={insights} />
              <StatsSection insights={insights} />
            </div>
          </div>
          <BreakdownSection insights={insights} />
        </Card>
      </section>
    </InsightContext>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';

import type { InsightsResult } from '@/api/types';
import { Card } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { Page } from '@/components/ui/page';
import { watchesQuery } from '@/entities/watch/list-watches';
import { showToast } from '@/lib/toasts';

import { aiUsageQuery } from '../api/ai-usage';
import { warnOfLimit } from '../limit';
import { hasNews, repeatSuccess } from '../news-after-reload';
import { isSample } from '../stored-result';
import { useOfferUndo } from '../use-clear';
import { useResult } from '../use-result';
import { useRun } from '../use-run';
import { DemoMode } from './demo-mode';
import { GenerateCard } from './generate-card';
import { InsightKeywords, MAX_KEYWORDS } from './insight-keywords';
import { ResultsWaiting } from './results-waiting';
import { Sample } from './sample';
import { UsageCard } from './usage-card';

// Loaded lazily because of the charts, which few visits need.
const ResultList = lazy(() => import('./result-list'));

/** Shows what people discuss around each keyword. A job of the server creates it on request. */
export default function InsightsPage() {
  const keywordCount = useQuery(watchesQuery({ limit: MAX_KEYWORDS })).data?.total;
  const { result, run: known, isPending, error, retry } = useResult();
  const { run, generating, start } = useRun(known);
  const usage = useQuery(aiUsageQuery).data;
  const [isNew] = useState(hasNews);
  const offerUndo = useEffectEvent(useOfferUndo());
  useEffect(() => {
    repeatSuccess();
    offerUndo();
  }, []);

  const generate = () => {
    if (keywordCount === 0) {
      showToast({ type: 'error', title: 'No keywords found. Please add some keywords first.' });
    } else if (usage && usage.remainingCalls <= 0) {
      warnOfLimit(usage.dailyLimit);
    } else start();
  };
  const list = (shown: InsightsResult, clearable: boolean) => (
    <Suspense fallback={<ResultsWaiting />}>
      <ResultList result={shown} clearable={clearable} />
    </Suspense>
  );
  return (
    <Page
      title="AI Insights"
      about="See what people are saying about each of your keywords. Every number is counted and leads to the posts behind it."
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] print:hidden">
        <UsageCard />
        <div className="lg:row-span-2">
          <InsightKeywords />
        </div>
        <GenerateCard run={run} generating={generating} onGenerate={generate} />
      </div>
      {isPending && <ResultsWaiting />}
      {error && (
        <Card>
          <LoadFailed error={error} what="your latest insights" onRetry={retry} />
        </Card>
      )}
      {usage && usage.remainingCalls <= 0
        ? !isPending && (
            <DemoMode usage={usage} own={result && !isSample(result) ? result : null} isNew={isNew}>
              {(shown) => list(shown, !isSample(shown))}
            </DemoMode>
          )
        : result
          ? list(result, true)
          : !isPending && !error && !run && <Sample>{(shown) => list(shown, false)}</Sample>}
    </Page>
  );
}

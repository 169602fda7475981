import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';

import { Card } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { watchesQuery } from '@/entities/watch/list-watches';
import { showToast } from '@/lib/toasts';

import { aiUsageQuery } from '../api/ai-usage';
import { repeatSuccess } from '../news-after-reload';
import { useResult } from '../use-result';
import { useRun } from '../use-run';
import { DemoNotice } from './demo-notice';
import { GenerateCard } from './generate-card';
import { InsightKeywords, MAX_KEYWORDS } from './insight-keywords';
import { UsageCard } from './usage-card';

// With the charts, which few visits need.
const ResultList = lazy(() => import('./result-list'));

/** What people talk about around each keyword: asked for here, made by a job of the server. */
export default function InsightsPage() {
  const queryClient = useQueryClient();
  const keywordCount = useQuery(watchesQuery({ limit: MAX_KEYWORDS })).data?.total;
  const { result, run: known, isPending, error, retry } = useResult();
  const { run, generating, start } = useRun(known);
  useEffect(repeatSuccess, []);

  const generate = () => {
    const usage = queryClient.getQueryData(aiUsageQuery.queryKey);
    if (keywordCount === 0) {
      showToast({ type: 'error', title: 'No keywords found. Please add some keywords first.' });
    } else if (usage && usage.remainingCalls <= 0) {
      const limit = `You have reached your daily limit of ${usage.dailyLimit} AI insights.`;
      showToast({ type: 'warning', title: `${limit} Please try again tomorrow.` });
    } else start();
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>AI Insights · Harken</title>
      <header>
        <h1 className="text-3xl">AI Insights</h1>
        <p className="mt-1.5 text-ink-soft">
          See what people are saying about each of your keywords. Every number is counted and leads
          to the posts behind it.
        </p>
      </header>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] print:hidden">
        <UsageCard />
        <div className="lg:row-span-2">
          <InsightKeywords />
        </div>
        <GenerateCard run={run} generating={generating} onGenerate={generate} />
      </div>
      <DemoNotice />
      {isPending && <Waiting />}
      {error && (
        <Card>
          <LoadFailed error={error} what="your latest insights" onRetry={retry} />
        </Card>
      )}
      {result && (
        <Suspense fallback={<Waiting />}>
          <ResultList result={result} />
        </Suspense>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Card>
      <RowSkeletons label="Loading your latest insights" rows={3} />
    </Card>
  );
}

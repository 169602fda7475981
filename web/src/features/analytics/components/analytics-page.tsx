import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChartColumn } from 'lucide-react';
import { useSearchParams } from 'react-router';

import { ProNotice } from '@/components/pro-notice';
import { Card } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { useSession } from '@/lib/http/session';

import { analyticsQuery } from '../api/analytics';
import { useKeywordNames } from '../use-keyword-names';
import { paramsOf, queryOf, todayIn, viewOf } from '../view';
import { AnalyticsBody } from './analytics-body';
import { ViewFields } from './view-fields';

/** The matches of the user's keywords over time. The address holds what is shown. */
export default function AnalyticsPage() {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Analytics · Harken</title>
      <header>
        <h1 className="text-3xl">Analytics</h1>
        <p className="mt-1.5 text-ink-soft">
          How often your keywords match, where and when, and what came of it.
        </p>
      </header>
      {isPro ? (
        <Charts />
      ) : (
        <ProNotice
          wanted="analytics"
          icon={ChartColumn}
          title="Analytics is part of Pro"
          text="See how often each keyword matches, where and when people write about it, and which alerts were worth opening, over up to 13 months."
        />
      )}
    </div>
  );
}

function Charts() {
  const [params, setParams] = useSearchParams();
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const today = todayIn(timeZone);
  const view = viewOf(params, today);
  const keywords = useKeywordNames();
  const { data, isPending, isError, error, isPlaceholderData, refetch } = useQuery({
    ...analyticsQuery(queryOf(view)),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ViewFields
        view={view}
        today={today}
        keywords={keywords}
        onChange={(next) => setParams(paramsOf(next), { replace: true })}
      />
      {isPending && (
        <Card>
          <RowSkeletons label="Loading analytics" rows={4} />
        </Card>
      )}
      {isError && (
        <Card>
          <LoadFailed what="the analytics" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={clsx('grid grid-cols-1 gap-6', isPlaceholderData && 'opacity-60')}
        >
          <AnalyticsBody analytics={data} view={view} />
        </div>
      )}
    </>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChartColumn } from 'lucide-react';
import { useSearchParams } from 'react-router';

import { ProNotice } from '@/components/pro-notice';
import { Page } from '@/components/ui/page';
import { QueryList } from '@/components/ui/query-list';
import { notificationStatsQuery } from '@/entities/notification/notification-stats';
import { useSession } from '@/lib/http/session';

import { analyticsQuery } from '../api/analytics';
import { useKeywordNames } from '../use-keyword-names';
import { paramsOf, queryOf, todayIn, viewOf } from '../view';
import { AnalyticsBody } from './analytics-body';
import { Sample, SampleDays } from './sample';
import { ViewFields } from './view-fields';

/** The matches of the user's keywords over time. The address holds what is shown. */
export default function AnalyticsPage() {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  return (
    <Page
      title="Analytics"
      about="How often your keywords match, where and when, and what came of it."
    >
      {isPro ? (
        <Charts />
      ) : (
        <ProNotice
          wanted="analytics"
          icon={ChartColumn}
          title="Analytics is part of Pro"
          text="See how often each keyword matches, where and when people write about it, and which alerts were worth opening, over up to 13 months."
          example={<SampleDays />}
          caption="A month of matches, by what came of them."
        />
      )}
    </Page>
  );
}

function Charts() {
  const [params, setParams] = useSearchParams();
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const today = todayIn(timeZone);
  const view = viewOf(params, today);
  const keywords = useKeywordNames();
  const query = useQuery({
    ...analyticsQuery(queryOf(view)),
    placeholderData: keepPreviousData,
  });
  const { data: stats } = useQuery(notificationStatsQuery);
  return (
    <>
      <ViewFields
        view={view}
        today={today}
        keywords={keywords}
        onChange={(next) => setParams(paramsOf(next), { replace: true })}
      />
      <QueryList query={query} what="the analytics" card label="Loading analytics" rows={4}>
        {(analytics) =>
          stats?.total === 0 && analytics.total.matches === 0 ? (
            <Sample />
          ) : (
            <div
              aria-busy={query.isPlaceholderData}
              className={clsx('grid grid-cols-1 gap-6', query.isPlaceholderData && 'opacity-60')}
            >
              <AnalyticsBody analytics={analytics} view={view} />
            </div>
          )
        }
      </QueryList>
    </>
  );
}

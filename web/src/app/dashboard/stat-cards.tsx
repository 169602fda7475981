import { useQuery } from '@tanstack/react-query';
import { Bell, CalendarDays, type LucideIcon, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';

import type { DayCount } from '@/api/types';
import { DayBars } from '@/components/charts/day-bars';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { notificationStatsQuery } from '@/entities/notification/notification-stats';
import { watchesQuery } from '@/entities/watch/list-watches';
import { matchCountText } from '@/entities/watch/match-count';
import { counted, numberText } from '@/lib/number';

export function StatCards({ watches }: { watches: number }) {
  const keywords = useQuery(watchesQuery({ limit: watches }));
  const { data: stats, isError } = useQuery(notificationStatsQuery);
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-3 @max-[15rem]:grid-cols-1 sm:gap-4 xl:grid-cols-4">
        <Stat
          label="Active Keywords"
          icon={Search}
          value={keywords.data?.active}
          failed={keywords.isError}
        />
        <Stat label="Total Notifications" icon={Bell} value={stats?.total} failed={isError} />
        <Stat label="Today's Matches" icon={Sun} value={stats?.today} failed={isError}>
          {stats && <WeekBars perDay={stats.perDay} />}
        </Stat>
        <Stat label="This Week" icon={CalendarDays} value={stats?.thisWeek} failed={isError} />
      </dl>
    </div>
  );
}

/** A chart of today's matches beside those of the days before. */
function WeekBars({ perDay }: { perDay: readonly DayCount[] }) {
  const counts = perDay.map(({ count }) => count);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return (
    <DayBars
      text={`Last ${counted(counts.length, 'day')}: ${matchCountText(total)}`}
      days={perDay.map(({ date }) => date)}
      counts={counts}
    />
  );
}

type StatProps = {
  label: string;
  icon: LucideIcon;
  value: number | undefined;
  failed: boolean;
  /** A small chart beside the number. */
  children?: ReactNode;
};

function Stat({ label, icon: Icon, value, failed, children }: StatProps) {
  return (
    <Card className="flex flex-col-reverse justify-end gap-1 p-4 sm:p-5">
      <dd className="flex items-end justify-between gap-3 font-display text-3xl font-semibold tabular-nums">
        {value === undefined ? (
          failed ? (
            '–'
          ) : (
            <Skeleton className="my-1 h-7 w-14" />
          )
        ) : (
          numberText(value)
        )}
        {children && <div className="h-8 w-16 shrink-0 pb-1">{children}</div>}
      </dd>
      <dt className="flex items-start justify-between gap-2 text-sm font-medium text-ink-soft">
        {label}
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-text" />
      </dt>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Bell, CalendarDays, type LucideIcon, Search, Sun } from 'lucide-react';

import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { watchesQuery } from '@/entities/watch/list-watches';
import { notificationStatsQuery } from '@/features/notifications/api/notification-stats';
import { numberText } from '@/lib/number';

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
        <Stat label="Today's Matches" icon={Sun} value={stats?.today} failed={isError} />
        <Stat label="This Week" icon={CalendarDays} value={stats?.thisWeek} failed={isError} />
      </dl>
    </div>
  );
}

type StatProps = { label: string; icon: LucideIcon; value: number | undefined; failed: boolean };

function Stat({ label, icon: Icon, value, failed }: StatProps) {
  return (
    <Card className="flex flex-col-reverse justify-end gap-1 p-4 sm:p-5">
      <dd className="font-display text-3xl font-semibold tabular-nums">
        {value === undefined ? (
          failed ? (
            '–'
          ) : (
            <Skeleton className="my-1 h-7 w-14" />
          )
        ) : (
          numberText(value)
        )}
      </dd>
      <dt className="flex items-start justify-between gap-2 text-sm font-medium text-ink-soft">
        {label}
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-text" />
      </dt>
    </Card>
  );
}

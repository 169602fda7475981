import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Card } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { Meter } from '@/components/ui/meter';
import { Skeleton } from '@/components/ui/skeleton';
import { numberText } from '@/lib/number';

import { planUsageQuery } from '../api/plan-usage';

/** The usage of the plan's limits. */
export function UsageTiles() {
  const { data, error, isError, refetch } = useQuery(planUsageQuery);
  if (isError && !data) {
    return (
      <Card>
        <LoadFailed error={error} what="your usage" onRetry={() => void refetch()} />
      </Card>
    );
  }
  const limit = data?.keywordLimit;
  return (
    <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Tile name="Keywords" value={data?.keywordCount} of={limit === null ? 'unlimited' : limit}>
        {data && typeof limit === 'number' && (
          <Meter
            label="Keywords in use"
            text={`${numberText(data.keywordCount)} of ${numberText(limit)}`}
            value={data.keywordCount}
            max={limit}
            color={data.keywordCount < limit ? 'bg-brand' : 'bg-signal'}
          />
        )}
      </Tile>
      <Tile name="Notifications" value={data?.notificationCount} of="kept for 90 days" />
    </dl>
  );
}

type TileProps = {
  name: string;
  value: number | undefined;
  of: string | number | undefined;
  children?: ReactNode;
};

function Tile({ name, value, of, children }: TileProps) {
  return (
    <Card className="p-5">
      <dt className="text-sm font-medium text-ink-soft">{name}</dt>
      <dd className="mt-1">
        {value === undefined ? (
          <span className="flex h-9 items-center">
            <Skeleton className="h-7 w-24" />
          </span>
        ) : (
          <p className="flex min-h-9 flex-wrap items-baseline gap-x-2">
            <span className="font-display text-3xl font-semibold tabular-nums">
              {numberText(value)}
            </span>
            <span className="text-ink-faint">
              {typeof of === 'number' ? `of ${numberText(of)}` : of}
            </span>
          </p>
        )}
        {/* Keeps its space, so that the tile does not grow when the number arrives. */}
        <span className="mt-3 block h-1.5">{children}</span>
      </dd>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';

import { Card } from '@/components/ui/card';
import { Meter } from '@/components/ui/meter';
import { QueryList } from '@/components/ui/query-list';
import { Skeleton } from '@/components/ui/skeleton';
import { useSession } from '@/lib/http/session';
import { numberText } from '@/lib/number';

import { aiUsageQuery } from '../api/ai-usage';
import { momentText } from '../dates';

/** Shows how many analyses are left today and when there are new ones. */
export function UsageCard() {
  const query = useQuery(aiUsageQuery);
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  return (
    <section aria-label="Usage">
      <Card className="p-5">
        <h2 className="font-sans text-sm font-medium tracking-normal text-ink-soft">
          Analyses left today
        </h2>
        {/* As high as the numbers, so that nothing moves when they arrive. */}
        <div className="mt-1 min-h-22">
          <QueryList query={query} what="your usage" pending={<Waiting />}>
            {({ remainingCalls, dailyLimit, resetTime }) => (
              <>
                <p className="flex h-9 items-baseline gap-2">
                  <span className="font-display text-3xl font-semibold tabular-nums">
                    {numberText(remainingCalls)}
                  </span>
                  <span className="text-ink-faint">{`of ${numberText(dailyLimit)}`}</span>
                </p>
                <Meter
                  label="Analyses left today"
                  text={`${numberText(Math.max(0, Math.min(remainingCalls, dailyLimit)))} of ${numberText(dailyLimit)}`}
                  value={remainingCalls}
                  max={dailyLimit}
                  color={remainingCalls > 0 ? 'bg-brand' : 'bg-signal'}
                  className="mt-2"
                />
                <p className="mt-2 truncate text-sm text-ink-faint">
                  {`Resets ${momentText(resetTime, timeZone)}`}
                </p>
              </>
            )}
          </QueryList>
        </div>
      </Card>
    </section>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading usage" className="grid gap-3 pt-1.5">
      <Skeleton className="h-7 w-24" />
      <Skeleton className="h-1.5" />
    </div>
  );
}

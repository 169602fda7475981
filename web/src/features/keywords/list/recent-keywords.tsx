import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Link } from 'react-router';

import type { Watch } from '@/api/types';
import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { paths } from '@/config/paths';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { watchesQuery } from '@/entities/watch/list-watches';
import { matchCountText } from '@/entities/watch/match-count';

import { StateBadge } from './state-badge';

const SHOWN = 3;

/** The dashboard's newest watches. `fetched` is the number that the dashboard asks for. */
export function RecentKeywords({ fetched }: { fetched: number }) {
  const { data, isPending, error, isError, refetch } = useQuery(watchesQuery({ limit: fetched }));
  return (
    <SectionCard
      title="Recent Keywords"
      steady
      action={
        <Button asChild variant="link">
          <Link to={paths.keywords}>View all</Link>
        </Button>
      }
    >
      {isPending && <RowSkeletons label="Loading keywords" rows={SHOWN} />}
      {isError && <LoadFailed what="your keywords" error={error} onRetry={() => void refetch()} />}
      {data?.watches.length === 0 && (
        <EmptyState
          icon={Search}
          title="No keywords set up yet"
          action={
            <Button asChild size="sm">
              <Link to={paths.keywords}>Add your first keyword</Link>
            </Button>
          }
        />
      )}
      {data && data.watches.length > 0 && (
        <ul className="divide-y divide-line">
          {data.watches.slice(0, SHOWN).map((watch) => (
            <Row key={watch._id} watch={watch} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function Row({ watch }: { watch: Watch }) {
  const { keyword, subreddits, matchCount } = watch;
  const labelOf = usePlaceLabel(subreddits);
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-4">
      <div className="min-w-0">
        <p dir="auto" className="truncate font-semibold">
          {keyword}
        </p>
        <p dir="auto" className="truncate text-left text-sm text-ink-faint">
          {subreddits.map(labelOf).join(', ')} • {matchCountText(matchCount)}
        </p>
      </div>
      <StateBadge watch={watch} />
    </li>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { Card } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { coverageQuery } from '@/entities/coverage/coverage';

import { FOLLOW_MS } from '../follow';
import { CoverageBody } from './coverage-body';

/** The number of subreddits on a page. */
const PLACES = 20;

/** The coverage of watched places: what is read, how soon, and what was missed. */
export default function CoveragePage() {
  const [params, setParams] = useSearchParams();
  const page = pageOf(params);
  const { data, isPending, isError, error, isPlaceholderData, refetch } = useQuery({
    ...coverageQuery({ page, limit: PLACES }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: FOLLOW_MS,
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Coverage · Harken</title>
      <header>
        <h1 className="text-3xl">Coverage</h1>
        <p className="mt-1.5 text-ink-soft">
          What Harken has read of your subreddits, how soon after it was posted, and what it missed.
        </p>
      </header>
      {isPending && (
        <Card>
          <RowSkeletons label="Loading coverage" rows={4} />
        </Card>
      )}
      {isError && !data && (
        <Card>
          <LoadFailed what="the coverage" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {data && (
        <CoverageBody
          coverage={data}
          page={page}
          busy={isPlaceholderData}
          onPage={(next) => setParams(next > 1 ? { page: String(next) } : {})}
        />
      )}
    </div>
  );
}

function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

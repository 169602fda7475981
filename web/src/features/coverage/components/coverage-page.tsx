import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { QueryList } from '@/components/ui/query-list';
import { coverageQuery } from '@/entities/coverage/coverage';

import { FOLLOW_MS } from '../follow';
import { CoverageBody } from './coverage-body';

/** The number of subreddits on a page. */
const PLACES = 20;

/** The coverage of watched places: what is read, how soon, and what was missed. */
export default function CoveragePage() {
  const [params, setParams] = useSearchParams();
  const page = pageOf(params);
  const query = useQuery({
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
      <QueryList query={query} what="the coverage" card label="Loading coverage" rows={4}>
        {(coverage) => (
          <CoverageBody
            coverage={coverage}
            page={page}
            busy={query.isPlaceholderData}
            onPage={(next) => setParams(next > 1 ? { page: String(next) } : {})}
          />
        )}
      </QueryList>
    </div>
  );
}

function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

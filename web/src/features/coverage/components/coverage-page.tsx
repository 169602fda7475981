import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { Page } from '@/components/ui/page';
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
    <Page
      title="Coverage"
      about="What Harken has read of your subreddits, how soon after it was posted, and what it missed."
    >
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
    </Page>
  );
}

function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

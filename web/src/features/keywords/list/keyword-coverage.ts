import { queryOptions } from '@tanstack/react-query';

import { coverageKeys } from '@/entities/coverage/coverage-keys';
import { api, unwrap } from '@/lib/http/api-client';

const FOLLOW_MS = 300_000;

/** Fetches how well the places of each active keyword are read. */
export const keywordCoverageQuery = queryOptions({
  queryKey: coverageKeys.keywords,
  queryFn: ({ signal }) => unwrap(api.GET('/api/keywords/coverage', { signal })),
  refetchInterval: FOLLOW_MS,
  // The list works without it.
  retry: false,
});

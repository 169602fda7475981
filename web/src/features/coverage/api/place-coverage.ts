import { queryOptions } from '@tanstack/react-query';

import { coverageKeys } from '@/entities/coverage/coverage-keys';
import { api, unwrap } from '@/lib/http/api-client';

import { FOLLOW_MS } from '../follow';

/** What is read of one subreddit, hour by hour; `all` for everything. */
export const placeCoverageQuery = (place: string) =>
  queryOptions({
    queryKey: coverageKeys.place(place.toLowerCase()),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/coverage/{place}', { params: { path: { place } }, signal })),
    staleTime: 0,
    refetchInterval: FOLLOW_MS,
  });

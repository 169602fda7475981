import { queryOptions } from '@tanstack/react-query';

import { coverageKeys } from '@/entities/coverage/coverage-keys';
import { api, unwrap } from '@/lib/http/api-client';

import { FOLLOW_MS } from '../follow';

/** Query for the hourly coverage of a subreddit, or with `all` of r/all. */
export const placeCoverageQuery = (place: string) =>
  queryOptions({
    queryKey: coverageKeys.place(place.toLowerCase()),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/coverage/{place}', { params: { path: { place } }, signal })),
    staleTime: 0,
    refetchInterval: FOLLOW_MS,
  });

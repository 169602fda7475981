import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { watchKeys } from './watch-keys';

type ListParams = { limit?: number; page?: number };

/** The server's maximum page size. */
const PAGE_SIZE = 100;

/** Query for a page of watches, newest first, with the number of active ones and the limit. */
export const watchesQuery = (query: ListParams = {}) =>
  queryOptions({
    queryKey: watchKeys.list(query),
    queryFn: ({ signal }) => unwrap(api.GET('/api/keywords', { params: { query }, signal })),
  });

/** Query for all of the user's watches, page by page. */
export const allWatchesQuery = infiniteQueryOptions({
  queryKey: watchKeys.list({ every: true }),
  queryFn: ({ pageParam: page, signal }) =>
    unwrap(api.GET('/api/keywords', { params: { query: { limit: PAGE_SIZE, page } }, signal })),
  initialPageParam: 1,
  getNextPageParam: ({ total }, _pages, page) => (page * PAGE_SIZE < total ? page + 1 : undefined),
});

import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

import { watchKeys } from './watch-keys';

type ListParams = { limit?: number; page?: number };

/** The user's watches, newest first, with how many are active and how many the plan allows. */
export const watchesQuery = (query: ListParams = {}) =>
  queryOptions({
    queryKey: watchKeys.list(query),
    queryFn: ({ signal }) => unwrap(api.GET('/api/keywords', { params: { query }, signal })),
  });

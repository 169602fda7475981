import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { coverageKeys } from './coverage-keys';

type ListParams = { page?: number; limit?: number };

/** What is read of the subreddits that the user watches, a page of them, and what was missed. */
export const coverageQuery = (query: ListParams) =>
  queryOptions({
    queryKey: coverageKeys.list(query),
    queryFn: ({ signal }) => unwrap(api.GET('/api/coverage', { params: { query }, signal })),
  });

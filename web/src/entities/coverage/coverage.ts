import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { coverageKeys } from './coverage-keys';

type ListParams = { page?: number; limit?: number };

/** Query for the coverage of the places that the user watches, by page, and for its gaps. */
export const coverageQuery = (query: ListParams) =>
  queryOptions({
    queryKey: coverageKeys.list(query),
    queryFn: ({ signal }) => unwrap(api.GET('/api/coverage', { params: { query }, signal })),
  });

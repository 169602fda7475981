import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** The latest matches of a watch by what the user thought of them. */
export const judgedMatchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['judged-matches', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/{id}/judged-matches', { params: { path: { id } }, signal })),
    gcTime: 0,
  });

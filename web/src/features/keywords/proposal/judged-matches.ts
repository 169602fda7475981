import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Fetches the latest matches of a watch with the user's opinion of each. */
export const judgedMatchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['judged-matches', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/{id}/judged-matches', { params: { path: { id } }, signal })),
    gcTime: 0,
  });

import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/**
 * Fetches a watch that a link names and that is not in the list yet. Not among `watchKeys`, which
 * hold lists.
 */
export const oneWatchQuery = (id: string) =>
  queryOptions({
    queryKey: ['one-watch', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/{id}', { params: { path: { id } }, signal })),
    // Without it, as with one that was deleted, the page is just the list.
    retry: false,
    gcTime: 0,
  });

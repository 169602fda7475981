import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/**
 * Fetches why a notification was created, by the current rule of its watch; null if the watch or
 * the text is gone. Fetched again on each request, since the watch may have changed in between.
 */
export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: ['explanations', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const answer = api.GET('/api/notifications/{id}/explanation', { params, signal });
      return (await unwrap(answer)).explanation;
    },
    staleTime: 0,
  });

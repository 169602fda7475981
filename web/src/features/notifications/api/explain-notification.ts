import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** The key of all explanations. */
export const explanations = ['explanations'] as const;

/**
 * Fetches why a notification was created, by the current rule of its watch, and why it was set aside. Fetched again on
 * each request, since the watch may have changed in between.
 */
export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: [...explanations, id],
    queryFn: ({ signal }) => {
      const params = { path: { id } };
      return unwrap(api.GET('/api/notifications/{id}/explanation', { params, signal }));
    },
    staleTime: 0,
  });

import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/**
 * Why a notification was made, by its watch as it is now; null if the watch or the text is gone. It is
 * asked anew each time that somebody wants to know: the watch may have been changed in between.
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

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

/** Query for the user's sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/users/sessions', { signal }))).sessions,
  // Other devices sign in and out, so earlier data is stale.
  staleTime: 0,
});

/** Ends the session with this id, or without an id every session but this. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id?: string) => {
      if (id === undefined) return unwrap(api.DELETE('/api/users/sessions'));
      try {
        await unwrap(api.DELETE('/api/users/sessions/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Already ended elsewhere, which is the wanted result.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    // Settles once the list is up to date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

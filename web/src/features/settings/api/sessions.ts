import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

/** Where the user is signed in, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/users/sessions', { signal }))).sessions,
  // Other devices sign in and out: what was fetched on an earlier visit says little.
  staleTime: 0,
});

/** Ends the session with this id, or without one every session but this. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id?: string) => {
      if (id === undefined) return unwrap(api.DELETE('/api/users/sessions'));
      try {
        await unwrap(api.DELETE('/api/users/sessions/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Ended elsewhere already: what was wanted has happened.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    // Settles once the list shows it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { NewApiKey } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

/** Query for the user's API keys, newest first, and how many there can be. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/keys', { signal })),
  // Programs use them meanwhile.
  staleTime: 0,
});

/** Creates a key. Its token is in this answer only, which is dropped with the dialog. */
export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => unwrap(api.POST('/api/keys', { body })),
    gcTime: 0,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
}

/** Revokes the key with this id. */
export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await unwrap(api.DELETE('/api/keys/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Already revoked elsewhere, which is the wanted result.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    // Settles once the list is up to date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/api-client';
import { hasCode } from '@/lib/api-error';

import { showWatch } from './watch-cache';
import { watchKeys } from './watch-keys';

/** Deletes a watch: at once on the screen, and it is back if the server refuses. */
export function useDeleteWatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id: id }: Watch) => {
      try {
        await unwrap(api.DELETE('/api/keywords/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Deleted elsewhere already: what was wanted has happened.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    onMutate: (watch) => showWatch(queryClient, watch, null),
    onError: (_error, _watch, takeBack) => takeBack?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

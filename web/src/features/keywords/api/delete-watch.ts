import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';
import { hasCode } from '@/lib/api-error';

import { watchKeys } from './watch-keys';

export function useDeleteWatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await unwrap(api.DELETE('/api/keywords/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Deleted elsewhere already: what was wanted has happened.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

import { channelKeys } from './channel-keys';

export function useDeleteChannel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await unwrap(api.DELETE('/api/endpoints/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Already deleted elsewhere, which is the wanted result.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    // Settles once the list is up to date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: channelKeys.list }),
  });
}

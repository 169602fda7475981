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
        // Deleted elsewhere already: what was wanted has happened.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    // Settles once the list shows it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: channelKeys.list }),
  });
}

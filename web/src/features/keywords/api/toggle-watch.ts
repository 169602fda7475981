import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/api-client';

import { showWatch } from './watch-cache';
import { watchKeys } from './watch-keys';

const mutationKey = ['toggle-watch'];

/**
 * Switches a watch on or off: at once on the screen, and back if the server refuses. Several are sent
 * one after another, so that the last press decides however quickly they come.
 */
export function useToggleWatch(onError: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    scope: { id: 'toggle-watch' },
    mutationFn: async ({ _id: id, isActive }: Watch) => {
      const toggle = () =>
        unwrap(api.PATCH('/api/keywords/{id}/toggle', { params: { path: { id } } }));
      const answer = await toggle();
      // It was not as it was shown: the toggle before failed, or it was switched elsewhere.
      return answer.isActive === isActive ? toggle() : answer;
    },
    onMutate: (watch) => showWatch(queryClient, watch, { ...watch, isActive: !watch.isActive }),
    onError: (error, _watch, takeBack) => {
      takeBack?.();
      onError(error);
    },
    onSettled: async () => {
      // What the server holds before the last of them is not what is wanted.
      if (queryClient.isMutating({ mutationKey }) === 1) {
        await queryClient.invalidateQueries({ queryKey: watchKeys.all });
      }
    },
  });
}

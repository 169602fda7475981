import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/api-client';

import { showWatch } from './watch-cache';
import { watchKeys } from './watch-keys';

/** Switches a watch on or off: at once on the screen, and back if the server refuses. */
export function useToggleWatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id }: Watch) =>
      unwrap(api.PATCH('/api/keywords/{id}/toggle', { params: { path: { id } } })),
    onMutate: (watch) => showWatch(queryClient, watch, { ...watch, isActive: !watch.isActive }),
    onError: (_error, _watch, takeBack) => takeBack?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

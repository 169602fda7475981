import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch, WatchInput } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { api, unwrap } from '@/lib/http/api-client';

import { showWatch } from '../list/watch-cache';

/**
 * Creates a watch, or updates `watch`. Either way the whole object is sent. An update appears in
 * the list at once and is reverted if the server refuses it.
 */
export function useSaveWatch(watch: Watch | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WatchInput) =>
      watch === undefined
        ? unwrap(api.POST('/api/keywords', { body }))
        : unwrap(api.PUT('/api/keywords/{id}', { params: { path: { id: watch._id } }, body })),
    onMutate: (input) => watch && showWatch(queryClient, watch, { ...watch, ...input }),
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

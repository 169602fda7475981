import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { WatchInput } from '@/api/types';
import { api, unwrap } from '@/lib/api-client';

import { watchKeys } from './watch-keys';

/** Creates a watch, or updates the one with `id`; either way the whole object is sent. */
export function useSaveWatch(id: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WatchInput) =>
      id === undefined
        ? unwrap(api.POST('/api/keywords', { body }))
        : unwrap(api.PUT('/api/keywords/{id}', { params: { path: { id } }, body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

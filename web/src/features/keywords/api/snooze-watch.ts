import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/api-client';

import { showWatch } from './watch-cache';
import { watchKeys } from './watch-keys';

type Snooze = { watch: Watch; until: string | null };

/** Lets a watch's alerts wait until then, or wakes it: at once on the screen, as a toggle is. */
export function useSnoozeWatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ watch: { _id: id }, until }: Snooze) =>
      unwrap(api.PATCH('/api/keywords/{id}/snooze', { params: { path: { id } }, body: { until } })),
    onMutate: ({ watch, until }) =>
      showWatch(queryClient, watch, { ...watch, snoozedUntil: until }),
    onError: (_error, _snooze, takeBack) => takeBack?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

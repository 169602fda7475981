import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { watchKeys } from '@/entities/watch/watch-keys';
import { api, unwrap } from '@/lib/http/api-client';

/** Adds a watch's matches of the last 24 hours as notifications and keeps existing ones. */
export function useBackfillWatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id }: Watch) =>
      unwrap(api.POST('/api/keywords/{id}/backfill', { params: { path: { id } } })),
    onSuccess: ({ added }) => {
      if (added === 0) return;
      // The watch counts them, too.
      void queryClient.invalidateQueries({ queryKey: watchKeys.all });
      void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
    },
  });
}

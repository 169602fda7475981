import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';
import { hasCode } from '@/lib/api-error';

import { notificationKeys } from './notification-keys';

/** Marks a notification as read, which takes it off the page. */
export function useReadNotification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.PATCH('/api/notifications/{id}/read', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

/** Deletes a notification. Settles once the groups, the recent list and the stats are fresh. */
export function useDeleteNotification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await unwrap(api.DELETE('/api/notifications/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Deleted elsewhere already: what was wanted has happened.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { readAll } from './move-calls';
import { notificationKeys } from './notification-keys';

/** Marks every unread notification as read. */
export function useReadAll() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readAll(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

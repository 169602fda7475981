import { useMutation, useQueryClient } from '@tanstack/react-query';

import { notificationKeys } from '@/entities/notification/notification-keys';

import { readAll } from './move-calls';

/** Marks every unread notification as read. */
export function useReadAll() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readAll(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { notificationKeys } from '@/entities/notification/notification-keys';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { type Progress, readAll } from './move-calls';

/** Marks every unread notification as read, and says so even after the screen has been left. */
export function useReadAll() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => readAll(undefined, setProgress),
    onSuccess: () => showToast({ type: 'success', title: 'All notifications are marked as read' }),
    onError: (error) => showFailure('The notifications could not be marked as read', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
  return { readAll: mutate, isPending, progress };
}

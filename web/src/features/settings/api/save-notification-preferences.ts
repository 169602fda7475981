import { useMutation } from '@tanstack/react-query';

import type { NotificationPreferencesUpdate } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';
import { updateUser } from '@/lib/http/session';
import { showToast } from '@/lib/toasts';

import { forgetEdits } from '../choices';

export const saveNotificationPreferences = (body: NotificationPreferencesUpdate) =>
  unwrap(api.PUT('/api/users/notifications', { body }));

export const useSaveNotificationPreferences = () =>
  useMutation({
    mutationFn: saveNotificationPreferences,
    // Updates only its own part of the user: the settings are saved at the same time, and the last
    // response may be the older one.
    onSuccess: ({ notificationPreferences }) => {
      updateUser({ notificationPreferences });
      forgetEdits(notificationPreferences);
      showToast({ type: 'success', title: 'Notification preferences updated successfully' });
    },
    onError: (error) => showFailure('Failed to update notification preferences', error),
  });

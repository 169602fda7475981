import { useMutation } from '@tanstack/react-query';

import { showFailure } from '@/lib/failure-toast';
import { updateUser } from '@/lib/http/session';
import { showToast } from '@/lib/toasts';

import { saveNotificationPreferences } from './save-notification-preferences';

/** Snoozes all alerts until a time (RFC 3339), or ends that with null. Saved at once. */
export const useSnoozeAlerts = () =>
  useMutation({
    mutationFn: (snoozedUntil: string | null) => saveNotificationPreferences({ snoozedUntil }),
    onSuccess: ({ notificationPreferences }, until) => {
      updateUser({ notificationPreferences });
      showToast({
        type: 'success',
        title: until === null ? 'Alerts are sent again' : 'Alerts are snoozed',
      });
    },
    onError: (error) => showFailure('The snooze could not be changed', error),
  });

import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { updateUser } from '@/lib/http/session';

/** Resumes emails after the address was refused, beginning with a test. */
export const useRetryMail = () =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/users/mail/retry')),
    onSuccess: ({ notificationPreferences }) => updateUser({ notificationPreferences }),
  });

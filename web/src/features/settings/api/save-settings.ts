import { useMutation } from '@tanstack/react-query';

import type { Theme } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';
import { updateUser } from '@/lib/http/session';
import { chooseTheme } from '@/lib/theme';
import { showToast } from '@/lib/toasts';

import { forgetEdits } from '../choices';

export const useSaveSettings = () =>
  useMutation({
    mutationFn: (body: { theme: Theme }) => unwrap(api.PUT('/api/users/settings', { body })),
    onSuccess: ({ settings }) => {
      updateUser({ settings });
      chooseTheme(settings.theme);
      forgetEdits(settings);
      showToast({ type: 'success', title: 'Settings updated successfully' });
    },
    onError: (error) => showFailure('Failed to update settings', error),
  });

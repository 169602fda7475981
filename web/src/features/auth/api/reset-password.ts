import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { keepKnownDevice } from '@/lib/http/known-device';

type NewPassword = { token: string; password: string };

/** Changes the password with the token of an emailed link, which works once and for 30 minutes. */
export const resetPassword = (body: NewPassword) =>
  unwrap(keepKnownDevice(api.POST('/api/auth/reset-password', { body })));

export const useResetPassword = (token: string) =>
  useMutation({ mutationFn: (password: string) => resetPassword({ token, password }) });

import { useMutation } from '@tanstack/react-query';

import { unwrap } from '@/lib/api-client';

import { passwordApi } from './password-calls';

type NewPassword = { token: string; password: string };

/** Changes the password with the token of a mailed link, which works once and for 30 minutes. */
export const resetPassword = (body: NewPassword) =>
  unwrap(passwordApi.POST('/api/auth/reset-password', { body }));

export const useResetPassword = () => useMutation({ mutationFn: resetPassword });

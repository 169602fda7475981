import { useMutation } from '@tanstack/react-query';

import { unwrap } from '@/lib/api-client';

import { passwordApi } from './password-calls';

/** Asks for a link. The answer is the same whether or not the address has an account. */
export const forgotPassword = (email: string) =>
  unwrap(passwordApi.POST('/api/auth/forgot-password', { body: { email } }));

export const useForgotPassword = () => useMutation({ mutationFn: forgotPassword });

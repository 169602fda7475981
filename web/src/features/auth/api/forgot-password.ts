import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Asks for a link. The answer is the same whether or not the address has an account. */
export const forgotPassword = (email: string) =>
  unwrap(api.POST('/api/auth/forgot-password', { body: { email } }));

export const useForgotPassword = () => useMutation({ mutationFn: forgotPassword });

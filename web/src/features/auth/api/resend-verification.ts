import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

export const resendVerification = (email: string) =>
  unwrap(api.POST('/api/auth/resend-verification', { body: { email } }));

export const useResendVerification = () => useMutation({ mutationFn: resendVerification });

import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

export const useResendVerification = () =>
  useMutation({
    mutationFn: (email: string) =>
      unwrap(api.POST('/api/auth/resend-verification', { body: { email } })),
  });

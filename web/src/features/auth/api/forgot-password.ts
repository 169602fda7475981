import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Requests a reset link. The response does not depend on whether the address has an account. */
export const useForgotPassword = () =>
  useMutation({
    mutationFn: (email: string) =>
      unwrap(api.POST('/api/auth/forgot-password', { body: { email } })),
  });

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

const params = (token: string) => ({ params: { path: { token } } });

/**
 * Query for whether the address of an emailed link is verified. It verifies nothing, so that an
 * email scanner that opens the page does not either; failures are not retried.
 */
export const emailVerificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/auth/verification/{token}', { ...params(token), signal })),
    retry: false,
    staleTime: Infinity,
  });

/** Verifies the address of an emailed link with a password, which is the account's from then on. */
export function useVerifyEmail(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST('/api/auth/verification/{token}', { ...params(token), body: { password } })),
    onSuccess: ({ email }) =>
      queryClient.setQueryData(emailVerificationQuery(token).queryKey, { isVerified: true, email }),
  });
}

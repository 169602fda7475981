import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Query that verifies once per page load, for any number of renders; failures are not retried. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () =>
      unwrap(api.GET('/api/auth/verify-email/{token}', { params: { path: { token } } })),
    retry: false,
    staleTime: Infinity,
  });

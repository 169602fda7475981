import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Verifies once a page load, however often the screen is rendered; a failure is not retried. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () =>
      unwrap(api.GET('/api/auth/verify-email/{token}', { params: { path: { token } } })),
    retry: false,
    staleTime: Infinity,
  });

import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Query for the signed-in user. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/users/profile', { signal }))).user,
});

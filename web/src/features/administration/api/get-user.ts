import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

/** Query for one account with its usage. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: administrationKeys.user(id),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/users/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  });

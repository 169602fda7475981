import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Query for what a setup link allows. */
export const setupQuery = (key: string) =>
  queryOptions({
    queryKey: ['setup', key],
    queryFn: ({ signal }) => unwrap(api.POST('/api/setup/look', { body: { key }, signal })),
    retry: false,
    staleTime: Infinity,
  });

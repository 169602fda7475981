import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

const FOLLOW_MS = 30_000;

/** Query for whether sources are read and messages are sent on time. */
export const publicStatusQuery = queryOptions({
  queryKey: ['public-status'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/public-status', { signal })),
  staleTime: 0,
  refetchInterval: FOLLOW_MS,
});

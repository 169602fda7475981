import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

const FOLLOW_MS = 30_000;

/** Query for the user's problems: silent keywords, failing channels and the like. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/status', { signal })),
  staleTime: 0,
  refetchInterval: FOLLOW_MS,
});

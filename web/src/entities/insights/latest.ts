import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { insightKeys } from './insight-keys';

/** Query for the latest result, created on any device, and for the run in progress. */
export const latestQuery = queryOptions({
  queryKey: insightKeys.latest,
  queryFn: ({ signal }) => unwrap(api.GET('/api/ai/insights', { signal })),
  // A run continues without this page.
  staleTime: 0,
});

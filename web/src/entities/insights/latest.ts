import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { insightKeys } from './insight-keys';

/** What was made last, on whatever device, and what is being made. */
export const latestQuery = queryOptions({
  queryKey: insightKeys.latest,
  queryFn: ({ signal }) => unwrap(api.GET('/api/ai/insights', { signal })),
  // An analysis goes on without this page.
  staleTime: 0,
});

import { queryOptions } from '@tanstack/react-query';

import { insightKeys } from '@/entities/insights/insight-keys';
import { api, unwrap } from '@/lib/http/api-client';

/** The number of analyses left today. */
export const aiUsageQuery = queryOptions({
  queryKey: insightKeys.usage,
  queryFn: ({ signal }) => unwrap(api.GET('/api/ai/usage', { signal })),
  // Another device may have used one, or a new day may have begun.
  staleTime: 0,
});

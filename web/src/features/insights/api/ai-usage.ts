import { queryOptions } from '@tanstack/react-query';

import { insightKeys } from '@/entities/insights/insight-keys';
import { api, unwrap } from '@/lib/http/api-client';

/** How many analyses are left today. */
export const aiUsageQuery = queryOptions({
  queryKey: insightKeys.usage,
  queryFn: ({ signal }) => unwrap(api.GET('/api/ai/usage', { signal })),
  // Another device may have used one, and a day may have passed.
  staleTime: 0,
});

import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

/** How many analyses are left today. */
export const aiUsageQuery = queryOptions({
  queryKey: ['ai', 'usage'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/ai/usage', { signal })),
});

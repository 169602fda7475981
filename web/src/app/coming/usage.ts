import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

/** What the user has of what the plan allows. */
export const usageQuery = queryOptions({
  queryKey: ['subscription', 'usage'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/subscriptions/usage', { signal })),
  // Keywords and matches change on other screens.
  staleTime: 0,
});

/** How many analyses are left today. */
export const aiUsageQuery = queryOptions({
  queryKey: ['ai', 'usage'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/ai/usage', { signal })),
});

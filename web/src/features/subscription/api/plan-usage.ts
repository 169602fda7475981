import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { subscriptionKeys } from './subscription-keys';

/** Query for the user's usage of the plan. */
export const planUsageQuery = queryOptions({
  queryKey: subscriptionKeys.usage,
  queryFn: ({ signal }) => unwrap(api.GET('/api/subscriptions/usage', { signal })),
  // Keywords and matches change on other screens.
  staleTime: 0,
});

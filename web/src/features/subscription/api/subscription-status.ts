import { queryOptions } from '@tanstack/react-query';

import type { SubscriptionStatus } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { subscriptionKeys } from './subscription-keys';

/** Query for the user's current plan. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: subscriptionKeys.status,
  queryFn: ({ signal }): Promise<SubscriptionStatus> =>
    unwrap(api.GET('/api/subscriptions/status', { signal })),
  // It changes on the provider's pages, in another tab.
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});

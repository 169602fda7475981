import { queryOptions } from '@tanstack/react-query';

import type { SubscriptionStatus } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { subscriptionKeys } from './subscription-keys';

/** The user's plan as the server knows it now. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: subscriptionKeys.status,
  queryFn: ({ signal }): Promise<SubscriptionStatus> =>
    unwrap(api.GET('/api/subscriptions/status', { signal })),
  // It changes on the provider's pages, which are open in another tab.
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});

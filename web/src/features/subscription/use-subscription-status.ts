import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { updateUser, useSession } from '@/lib/http/session';

import { subscriptionStatusQuery } from './api/subscription-status';

/**
 * Returns the user's plan, polled every `followMs` milliseconds until it is Pro if that is set.
 * Updates the session, and refetches everything else when the plan changes.
 */
export function useSubscriptionStatus({ followMs }: { followMs?: number } = {}) {
  const queryClient = useQueryClient();
  const status = useQuery({
    ...subscriptionStatusQuery,
    refetchInterval: ({ state }) => (followMs && !state.data?.isPro ? followMs : false),
  });
  const { data } = status;
  useEffect(() => {
    const { user } = useSession.getState();
    if (!data || !user) return;
    const { isPro, subscription } = data;
    const changed = isPro !== user.isPro;
    updateUser({ isPro, subscription: { plan: subscription.plan, status: subscription.status } });
    // A plan affects everything: which keywords are active, which calls are allowed.
    if (changed) void queryClient.invalidateQueries();
  }, [data, queryClient]);
  return status;
}

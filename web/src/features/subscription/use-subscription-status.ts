import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { updateUser, useSession } from '@/lib/http/session';

import { subscriptionStatusQuery } from './api/subscription-status';

/**
 * The user's plan; with `followMs` it is asked for anew every so many milliseconds until it is Pro. The
 * session follows what is answered, and with another plan everything else is asked for again.
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
    // What a plan changes is everywhere: which keywords are active, what can be asked for.
    if (changed) void queryClient.invalidateQueries();
  }, [data, queryClient]);
  return status;
}

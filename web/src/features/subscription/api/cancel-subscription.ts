import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { SubscriptionStatus } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { subscriptionKeys } from './subscription-keys';

/** Cancels Pro at the end of the paid period. */
export const useCancelSubscription = () =>
  useChange(() => unwrap(api.POST('/api/subscriptions/cancel')));

/** Reverts a cancellation. */
export const useReactivate = () =>
  useChange(() => unwrap(api.POST('/api/subscriptions/reactivate')));

function useChange(mutationFn: () => Promise<SubscriptionStatus>) {
  const queryClient = useQueryClient();
  const queryKey = subscriptionKeys.status;
  return useMutation({
    mutationFn,
    // Fails at once when offline: the plan must not change unexpectedly later.
    networkMode: 'always',
    // A status in flight predates the change.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
    // The plan may differ from what this page assumed.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

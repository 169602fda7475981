import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { SubscriptionStatus } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { subscriptionKeys } from './subscription-keys';

/** Lets Pro end with the period that is paid. */
export const useCancelSubscription = () =>
  useChange(() => unwrap(api.POST('/api/subscriptions/cancel')));

/** Takes a cancellation back. */
export const useReactivate = () =>
  useChange(() => unwrap(api.POST('/api/subscriptions/reactivate')));

function useChange(mutationFn: () => Promise<SubscriptionStatus>) {
  const queryClient = useQueryClient();
  const queryKey = subscriptionKeys.status;
  return useMutation({
    mutationFn,
    // Whoever is offline is told so now: nothing must change out of the blue later.
    networkMode: 'always',
    // A status that is on its way is from before.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
    // The plan may be another than this page has thought.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

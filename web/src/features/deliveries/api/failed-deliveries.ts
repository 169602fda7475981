import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { FailedChoice, FailedDeliveries } from '@/api/types';
import { deliveryKeys } from '@/entities/delivery/delivery-keys';
import { api, unwrap } from '@/lib/http/api-client';

const FOLLOW_MS = 300_000;
const queryKey = deliveryKeys.failed;

/** What could not be delivered and has not been dismissed, by where it was to go. */
export const failedDeliveriesQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/deliveries/failed', { signal })),
  // Nothing else informs a page that stays open.
  refetchInterval: FOLLOW_MS,
});

/** Sends all of them once more, or those that were to go to one address. */
export function useReplayFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: FailedChoice) => unwrap(api.POST('/api/deliveries/failed/replay', { body })),
    // They are no failures any more, unless they fail again.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Shows none of them any more. */
export function useDismissFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/deliveries/failed/dismiss')),
    onSuccess: () => {
      const none: FailedDeliveries = { total: 0, replayable: 0, groups: [] };
      queryClient.setQueryData(failedDeliveriesQuery.queryKey, none);
    },
  });
}

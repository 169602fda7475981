import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { FailedChoice, FailedDeliveries } from '@/api/types';
import { deliveryKeys } from '@/entities/delivery/delivery-keys';
import { api, unwrap } from '@/lib/http/api-client';

const FOLLOW_MS = 300_000;
const queryKey = deliveryKeys.failed;

/** Query for failed deliveries that have not been dismissed, by receiver. */
export const failedDeliveriesQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/deliveries/failed', { signal })),
  // A page that stays open is not informed in any other way.
  refetchInterval: FOLLOW_MS,
});

/** Resends all of them, or those of one receiver. */
export function useReplayFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: FailedChoice) => unwrap(api.POST('/api/deliveries/failed/replay', { body })),
    // They no longer count as failed, unless they fail again.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Dismisses all of them. */
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

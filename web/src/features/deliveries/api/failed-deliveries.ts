import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { FailedDeliveries } from '@/api/types';
import { deliveryKeys } from '@/entities/delivery/delivery-keys';
import { replayDelivery } from '@/entities/delivery/replay-delivery';
import { api, unwrap } from '@/lib/http/api-client';

const FOLLOW_MS = 300_000;
const queryKey = deliveryKeys.failed;

/** What could not be delivered and has not been dismissed: how many, and the newest 20. */
export const failedDeliveriesQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/deliveries/failed', { signal })),
  // Nothing else informs a page that stays open.
  refetchInterval: FOLLOW_MS,
});

/** Sends one of them once more. */
export function useReplayFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: replayDelivery,
    // It is no failure any more, unless it fails again.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Shows none of them any more. */
export function useDismissFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/deliveries/failed/dismiss')),
    onSuccess: () => {
      const none: FailedDeliveries = { total: 0, deliveries: [] };
      queryClient.setQueryData(failedDeliveriesQuery.queryKey, none);
    },
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { FailedDeliveries } from '@/api/types';
import { api, unwrap } from '@/lib/api-client';

const FOLLOW_MS = 300_000;
const queryKey = ['deliveries', 'failed'];

/** What could not be delivered and has not been dismissed: how many, and the newest 20. */
export const failedDeliveriesQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/deliveries/failed', { signal })),
  // Nothing else tells a page that stays open.
  refetchInterval: FOLLOW_MS,
});

/** Sends one of them once more. */
export function useReplay() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/deliveries/{id}/replay', { params: { path: { id } } })),
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

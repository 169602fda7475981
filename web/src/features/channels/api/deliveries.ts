import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Delivery } from '@/api/types';
import { deliveryKeys } from '@/entities/delivery/delivery-keys';
import { replayDelivery } from '@/entities/delivery/replay-delivery';
import { api, unwrap } from '@/lib/http/api-client';

import { channelKeys } from './channel-keys';

const SOON_MS = 60_000;
const FOLLOW_MS = 3_000;

/** Query for a page of a channel's deliveries, newest first, each with all its attempts. */
export const deliveriesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: channelKeys.deliveries(id, page),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/endpoints/{id}/deliveries', {
          params: { path: { id }, query: { page } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Polls while a delivery is about to be sent.
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(isDueSoon) ? FOLLOW_MS : false,
  });

function isDueSoon({ status, nextAttemptAt }: Delivery): boolean {
  if (status !== 'pending') return false;
  return !nextAttemptAt || Date.parse(nextAttemptAt) - Date.now() < SOON_MS;
}

/** Sends a finished delivery again. */
export function useReplayDelivery() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: replayDelivery,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: channelKeys.all }),
        // The banner of failed deliveries may have listed it.
        queryClient.invalidateQueries({ queryKey: deliveryKeys.all }),
      ]),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { LaneName } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

/** The poll interval of an open page, in ms: that at which processes report. */
const FOLLOW_MS = 15_000;

/** Query for the instance's health. */
export const healthQuery = queryOptions({
  queryKey: administrationKeys.health,
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/health', { signal })),
  staleTime: 0,
  refetchInterval: FOLLOW_MS,
});

/** Resends the alerts of a lane that failed today. */
export function useReplayFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (lane: LaneName) =>
      unwrap(api.POST('/api/admin/messages/replay', { body: { lane } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: administrationKeys.all }),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { LaneName } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

/** How often an open page looks again, in ms: as often as processes report. */
const FOLLOW_MS = 15_000;

/** How the instance is doing. */
export const healthQuery = queryOptions({
  queryKey: administrationKeys.health,
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/health', { signal })),
  staleTime: 0,
  refetchInterval: FOLLOW_MS,
});

/** Sends the alerts of a lane again that failed today. */
export function useReplayFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (lane: LaneName) =>
      unwrap(api.POST('/api/admin/messages/replay', { body: { lane } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: administrationKeys.all }),
  });
}

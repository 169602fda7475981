import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { channelKeys } from './channel-keys';

/** Really sends a test now; answers what the other side said to it. */
export function useSendTest(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/endpoints/{id}/test', { params: { path: { id } } })),
    // It is in the log, and may have changed how the channel is doing.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: channelKeys.all }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { channelKeys } from './channel-keys';

/** Sends a test now and returns the receiver's response. */
export function useSendTest(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/endpoints/{id}/test', { params: { path: { id } } })),
    // The test is in the log, and may have changed the channel's status.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: channelKeys.all }),
  });
}

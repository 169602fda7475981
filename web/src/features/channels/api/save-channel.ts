import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { EndpointChange, EndpointInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { channelKeys } from './channel-keys';

export function useAddChannel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput) => unwrap(api.POST('/api/endpoints', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: channelKeys.list }),
  });
}

/** Renames a channel, chooses its keywords, or pauses and resumes it. */
export function useChangeChannel(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointChange) =>
      unwrap(api.PUT('/api/endpoints/{id}', { params: { path: { id } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: channelKeys.list }),
  });
}

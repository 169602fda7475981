import { useMutation, useQueryClient } from '@tanstack/react-query';

import { addMute, refreshForMute } from '@/lib/mutes';

/** Mutes; answers the mute and how many notifications it has cleaned up. */
export function useAddMute() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addMute,
    onSuccess: () => void refreshForMute(queryClient),
  });
}

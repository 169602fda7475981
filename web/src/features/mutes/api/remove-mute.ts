import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Mute, MuteInput } from '@/api/types';
import { addMute, deleteMute, refreshForMute } from '@/entities/mute/mutes';
import { hasCode } from '@/lib/http/api-error';

type Removal = { mute: Mute; restore: boolean };

/** Ends a mute and returns how many notifications it brought back. */
export function useRemoveMute() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ mute, restore }: Removal) => {
      try {
        return await deleteMute(mute._id, restore);
      } catch (error) {
        // Already ended elsewhere or expired, which is the wanted result.
        if (hasCode(error, 'NOT_FOUND')) return 0;
        throw error;
      }
    },
    // Settles once the list is up to date.
    onSettled: () => refreshForMute(queryClient),
  });
}

/** Restores an ended mute, and cleans up again what it had brought back. */
export function useMuteAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ mute, restore }: Removal) => addMute(sameAgain(mute, restore)),
    onSettled: () => refreshForMute(queryClient),
  });
}

/** Returns the shortest mute (a day, a week or for good) that lasts as long as `mute` does. */
export function sameAgain(mute: Mute, cleanUp: boolean, nowMs = Date.now()): MuteInput {
  const { kind, value, watchId, until } = mute;
  const dayLeft = until !== null && Date.parse(until) - nowMs <= 86_400_000;
  const forDays = until === null ? null : dayLeft ? 1 : 7;
  return { kind, value, watchId, forDays, cleanUp };
}

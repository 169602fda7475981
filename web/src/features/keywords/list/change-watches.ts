import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { WatchBulkInput } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';
import { counted } from '@/lib/number';
import { showToast } from '@/lib/toasts';

/** The maximum number of watches that the server changes at once. */
export const MAX_AT_ONCE = 100;

const done: Record<WatchBulkInput['action'], string> = {
  pause: 'paused',
  resume: 'resumed',
  delete: 'deleted',
};

/** Switches watches off or on, or deletes them, in one call. */
export function useChangeWatches() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WatchBulkInput) => unwrap(api.POST('/api/keywords/bulk', { body })),
    onSuccess: ({ changed }, { action }) => {
      const keywords = counted(changed, 'keyword');
      showToast({ type: 'success', title: `${keywords} ${done[action]}` });
    },
    onError: (error) => showFailure('The keywords could not be changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch, WatchInput } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { api, unwrap } from '@/lib/http/api-client';
import { showToast } from '@/lib/toasts';

/** Tries the rule of a form as a variant of `watch`. */
export function useTryVariant(watch: Watch | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ keyword, mode, excludedSubreddits, excludedAuthors, filters }: WatchInput) =>
      unwrap(
        api.PUT('/api/keywords/{id}/variant', {
          params: { path: { id: watch?._id ?? '' } },
          body: { keyword, mode, excludedSubreddits, excludedAuthors, filters },
        }),
      ),
    onSuccess: () => {
      showToast({
        type: 'success',
        title: `A variant of “${watch?.keyword}” is being tried`,
        text: 'It alerts nobody. The keyword’s card counts what it would change.',
      });
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

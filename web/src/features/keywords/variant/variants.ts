import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch, WatchInput } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';
import { showToast } from '@/lib/toasts';

/**
 * Fetches the difference between a keyword and its variant, uncached. Not among `watchKeys`, which
 * are refetched as soon as the variant is gone.
 */
export const differenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['watch-variant', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/{id}/variant', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

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

export function useEndVariant(watch: Watch) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/api/keywords/{id}/variant', { params: { path: { id: watch._id } } })),
    onError: (error) => showFailure('The variant could not be ended', error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

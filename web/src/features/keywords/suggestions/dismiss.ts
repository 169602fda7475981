import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import type { NearMissList, Watch } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';

/** The kinds of suggestions, as in the API's paths, and where each is cached. */
export const suggestionKeys = {
  'near-misses': () => ['near-misses'],
  proposal: (watchId: string) => ['watch-proposal', watchId],
  variant: () => watchKeys.all,
};

type Kind = keyof typeof suggestionKeys;

const failures: Record<Kind, string> = {
  'near-misses': 'The near miss could not be dismissed',
  proposal: 'The suggestion could not be dismissed',
  variant: 'The variant could not be ended',
};

/** Hides a suggestion that the server makes: a variant, which the user made, stays until it is gone. */
export function hideSuggestion(queryClient: QueryClient, kind: Kind, watchId: string): void {
  const queryKey = suggestionKeys[kind](watchId);
  if (kind === 'proposal') queryClient.setQueriesData({ queryKey }, { proposal: null });
  if (kind !== 'near-misses') return;
  queryClient.setQueriesData<NearMissList>(
    { queryKey },
    (list) => list && { watches: list.watches.filter((one) => one.watchId !== watchId) },
  );
}

/** Dismisses what is suggested for a watch, until the server has something new. */
export function useDismiss({ _id: id }: Watch, kind: Kind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE(`/api/keywords/{id}/${kind}` as const, { params: { path: { id } } })),
    onMutate: () => hideSuggestion(queryClient, kind, id),
    onError: (error) => showFailure(failures[kind], error),
    onSettled: (_, error) => {
      if (!error && kind !== 'variant') return;
      void queryClient.invalidateQueries({ queryKey: suggestionKeys[kind](id) });
    },
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';
import { quietFetch } from '@/lib/http/auth-fetch';

import { isTooMuch } from '../estimate/preview-watch';

/** The time to wait while the server runs another search of the user, in ms. */
const PAUSE_MS = 5_000;

const all = ['watch-proposal'];

// The server creates one proposal at a time for a user.
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

/** Fetches the change proposed for a watch, which depends on its rule and irrelevant matches. */
export const proposalQuery = ({ _id: id, updatedAt }: Watch, dueAt: string) =>
  queryOptions({
    queryKey: [...all, id, updatedAt, dueAt],
    queryFn: ({ signal }) =>
      inTurn(() => {
        signal.throwIfAborted();
        return unwrap(
          api.GET('/api/keywords/{id}/proposal', {
            params: { path: { id } },
            signal,
            fetch: quietFetch,
          }),
        );
      }),
    // The card works without it.
    retry: false,
    refetchInterval: ({ state }) => (isTooMuch(state.error) ? PAUSE_MS : false),
    staleTime: Infinity,
  });

/** Hides a proposal, or fetches the one that replaces it. */
export function useProposalCache(watch: Watch) {
  const queryClient = useQueryClient();
  const queryKey = [...all, watch._id];
  return {
    hide: () => queryClient.setQueriesData({ queryKey }, { proposal: null }),
    refresh: () => queryClient.invalidateQueries({ queryKey }),
  };
}

/** Dismisses the proposal for a watch until more matches are marked as not relevant. */
export function useDismissProposal(watch: Watch) {
  const cache = useProposalCache(watch);
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/api/keywords/{id}/proposal', { params: { path: { id: watch._id } } })),
    onMutate: () => void cache.hide(),
    onError: (error) => {
      showFailure('The suggestion could not be dismissed', error);
      void cache.refresh();
    },
  });
}

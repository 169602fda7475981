import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { NearMissList, Watch, WatchNearMisses } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';
import { quietFetch } from '@/lib/http/auth-fetch';

import { isTooMuch } from '../estimate/preview-watch';

/** The time to wait while the server runs another search of the user, in ms. */
const PAUSE_MS = 5_000;

const all = ['near-misses'];

// A watch with another rule has other near misses, or none yet.
const nearMissesQuery = (changedAt: string) =>
  queryOptions({
    queryKey: [...all, changedAt],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/near-misses', { signal, fetch: quietFetch })),
    placeholderData: keepPreviousData,
    // The cards work without it.
    retry: false,
    refetchInterval: ({ state }) => (isTooMuch(state.error) ? PAUSE_MS : false),
    staleTime: Infinity,
  });

const byWatch = ({ watches }: NearMissList): ReadonlyMap<string, WatchNearMisses> =>
  new Map(watches.map((one) => [one.watchId, one]));

/** Returns what these watches nearly matched when the server last looked, by id. */
export function useNearMissesOf(
  watches: readonly Watch[],
): ReadonlyMap<string, WatchNearMisses> | undefined {
  const changes = watches.map(({ updatedAt }) => updatedAt);
  const changedAt = changes.reduce((newest, at) => (at > newest ? at : newest), '');
  return useQuery({ ...nearMissesQuery(changedAt), select: byWatch }).data;
}

/** Hides the near misses of a watch, or fetches them again. */
export function useNearMissesCache(watchId: string) {
  const queryClient = useQueryClient();
  return {
    hide: () =>
      queryClient.setQueriesData<NearMissList>(
        { queryKey: all },
        (list) => list && { watches: list.watches.filter((one) => one.watchId !== watchId) },
      ),
    refresh: () => queryClient.invalidateQueries({ queryKey: all }),
  };
}

/** Dismisses what a watch nearly matched, until the server looks again. */
export function useDismissNearMisses(watchId: string) {
  const cache = useNearMissesCache(watchId);
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/api/keywords/{id}/near-misses', { params: { path: { id: watchId } } })),
    onMutate: () => void cache.hide(),
    onError: (error) => {
      showFailure('The near miss could not be dismissed', error);
      void cache.refresh();
    },
  });
}

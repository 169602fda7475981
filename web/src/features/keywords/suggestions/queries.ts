import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

import type { NearMissList, Watch, WatchNearMisses } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { quietFetch } from '@/lib/http/auth-fetch';

import { isTooMuch } from '../estimate/preview-watch';
import { suggestionKeys } from './dismiss';

/** The time to wait while the server runs another search of the user, in ms. */
const PAUSE_MS = 5_000;

/** Options of a search that the cards work without. */
const quietSearch = {
  retry: false,
  refetchInterval: ({ state }: { state: { error: Error | null } }) =>
    isTooMuch(state.error) ? PAUSE_MS : false,
  staleTime: Infinity,
} as const;

// A watch with another rule has other near misses, or none yet.
const nearMissesQuery = (changedAt: string) =>
  queryOptions({
    queryKey: [...suggestionKeys['near-misses'](), changedAt],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/near-misses', { signal, fetch: quietFetch })),
    placeholderData: keepPreviousData,
    ...quietSearch,
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
    queryKey: [...suggestionKeys.proposal(id), updatedAt, dueAt],
    queryFn: ({ signal }) =>
      inTurn(() => {
        signal.throwIfAborted();
        const params = { path: { id } };
        return unwrap(
          api.GET('/api/keywords/{id}/proposal', { params, signal, fetch: quietFetch }),
        );
      }),
    ...quietSearch,
  });

/** Fetches the latest matches of a watch with the user's opinion of each. */
export const judgedMatchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['judged-matches', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/{id}/judged-matches', { params: { path: { id } }, signal })),
    gcTime: 0,
  });

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

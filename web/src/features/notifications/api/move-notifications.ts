import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';

import { refreshForArrival, refreshForChange } from '@/entities/notification/notification-keys';

import { moveNotification, readAll, type Target } from './move-calls';

/** A change of place of some notifications. */
export type Move = {
  from: Target;
  to: Target;
  ids: readonly string[];
  /** The keyword of each of `ids`, in their order. */
  keywords: readonly string[];
  /** Everything that one keyword has unread is read, and how many that are; `ids` are part of it. */
  whole?: number;
};

/** A move, and when it was asked for and done, in ms since the epoch; null while it is on its way. */
export type MadeMove = Move & { submittedAt: number; doneAt: number | null };

const mutationKey = ['move-notifications'];

/**
 * Moves notifications. The lists stay as they are, because someone reads them: they show what has
 * moved by themselves, and no more should the move fail.
 */
export function useMoveNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // What has moved is shown for as long as the lists are not fetched anew.
    gcTime: Infinity,
    mutationFn: async ({ from, to, ids, keywords, whole }: Move) => {
      if (whole !== undefined) await readAll(keywords[0]);
      else for (const id of ids) await moveNotification(id, from, to);
      return Date.now();
    },
    onSuccess: () => refreshForArrival(queryClient),
    onError: (_error, { ids }) => {
      // Of very many, some may have been moved before the rest was refused.
      if (ids.length > 1) void refreshForChange(queryClient);
    },
  });
}

/**
 * The moves out of `place` that an answer from `fetchedAt` (ms since the epoch) cannot show, each
 * without what has come back since.
 */
export function useMovesFrom(place: Target, fetchedAt: number): MadeMove[] {
  const made = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state: { submittedAt, variables, data } }): MadeMove => ({
      ...(variables as Move),
      submittedAt,
      doneAt: (data as number | undefined) ?? null,
    }),
  });
  return made.flatMap((move) => {
    if (move.from !== place) return [];
    if (move.doneAt === null) return [move];
    if (fetchedAt > move.doneAt) return [];
    const back = new Set(
      made
        .filter((later) => later.to === place && later.doneAt !== null)
        .filter(({ submittedAt }) => submittedAt >= move.submittedAt)
        .flatMap(({ ids }) => ids),
    );
    return withoutIds(move, back);
  });
}

function withoutIds(move: MadeMove, back: ReadonlySet<string>): MadeMove[] {
  const left = move.ids.map((id, at) => ({ id, at })).filter(({ id }) => !back.has(id));
  if (left.length === move.ids.length) return [move];
  // What was read as a whole comes back as a whole.
  if (left.length === 0 || move.whole !== undefined) return [];
  const ids = left.map(({ id }) => id);
  return [{ ...move, ids, keywords: left.map(({ at }) => move.keywords[at] ?? '') }];
}

/** What has come back to `place` after `fetchedAt` (ms since the epoch). */
export function useReturnedTo(place: Target, fetchedAt: number): ReadonlySet<string> {
  const returned = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status === 'success' },
    select: ({ state: { submittedAt, variables } }) => ({ ...(variables as Move), submittedAt }),
  });
  const ids = returned
    .filter(({ to }) => to === place)
    .filter(({ submittedAt }) => submittedAt >= fetchedAt)
    .flatMap((move) => move.ids);
  return new Set(ids);
}

import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';

import { notificationKeys, refreshForArrival } from '@/entities/notification/notification-keys';

import { moveNotification, readAll, type Target } from './move-calls';

/** A change of place of some of a keyword's notifications. */
export type Move = {
  keyword: string;
  from: Target;
  to: Target;
  ids: readonly string[];
  /** Everything that the keyword has unread is read, and how many that are; `ids` are part of it. */
  whole?: number;
  /** Leaves the lists as they are, because someone reads them and arrivals would move them. */
  quiet?: boolean;
};

/** A move, and when it was made, in ms since the epoch. */
export type MadeMove = Move & { submittedAt: number };

const mutationKey = ['move-notifications'];

/**
 * Moves notifications. Until an answer of the server can show it, the screens leave out what has
 * moved; should the move fail, they show it again.
 */
export function useMoveNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // What has moved is left out for as long as the lists are not fetched anew.
    gcTime: Infinity,
    mutationFn: async ({ keyword, from, to, ids, whole }: Move) => {
      if (whole !== undefined) return readAll(keyword);
      for (const id of ids) await moveNotification(id, from, to);
    },
    onSuccess: (_data, { quiet }) =>
      quiet
        ? refreshForArrival(queryClient)
        : queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
    onError: (_error, { ids }) => {
      // Some may have been moved before one was refused.
      if (ids.length > 1) void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
    },
  });
}

/** The moves out of `place` that an answer from `fetchedAt` (ms since the epoch) cannot show. */
export function useMovesFrom(place: Target, fetchedAt: number): MadeMove[] {
  const made = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state: { status, submittedAt, variables } }) => ({
      ...(variables as Move),
      submittedAt,
      pending: status === 'pending',
    }),
  });
  return made.filter((move) => {
    if (move.from !== place) return false;
    if (move.pending) return true;
    const isBack = made.some(
      (other) => other.to === place && !other.pending && isUndone(move, other),
    );
    return fetchedAt <= move.submittedAt && !isBack;
  });
}

function isUndone(move: MadeMove, later: MadeMove): boolean {
  return later.submittedAt >= move.submittedAt && later.ids.some((id) => move.ids.includes(id));
}

import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';

import { moveNotification, type Place, readAll } from './move-calls';
import { notificationKeys } from './notification-keys';

/** A change of place of some of a keyword's notifications. */
export type Move = {
  keyword: string;
  from: Place;
  to: Place;
  ids: readonly string[];
  /** Everything that the keyword has unread is read, and how many that are; `ids` are part of it. */
  whole?: number;
};

/** A move that the server has not confirmed yet, and when it was made, in ms since the epoch. */
export type PendingMove = Move & { submittedAt: number };

const mutationKey = ['move-notifications'];

/**
 * Moves notifications. A move is pending until everything that shows notifications has been
 * fetched anew: meanwhile the screens leave out what moves, and show it again should it fail.
 */
export function useMoveNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: async ({ keyword, from, to, ids, whole }: Move) => {
      if (whole !== undefined) return readAll(keyword);
      for (const id of ids) await moveNotification(id, from, to);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
    onError: (_error, { ids }) => {
      // Some may have been moved before one was refused.
      if (ids.length > 1) void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
    },
  });
}

/** The moves on their way out of `place`. */
export function usePendingMoves(place: Place): PendingMove[] {
  return useMutationState({
    filters: {
      mutationKey,
      predicate: ({ state }) =>
        state.status === 'pending' && (state.variables as Move | undefined)?.from === place,
    },
    select: ({ state }) => ({ ...(state.variables as Move), submittedAt: state.submittedAt }),
  });
}

import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';

import { refreshForChange, refreshForMove } from '@/entities/notification/notification-keys';

import { moveNotification, moveSeveral, readAll, type Target } from './move-calls';

/** A move of some notifications to another place. */
export type Move = {
  from: Target;
  to: Target;
  ids: readonly string[];
  /** The keyword of each of `ids`, in the same order. */
  keywords: readonly string[];
  /** The number of all unread of one keyword, if all are read; `ids` are some of them. */
  whole?: number;
};

/** A move with the times of its request and its end, in ms since the epoch; null in flight. */
export type MadeMove = Move & { submittedAt: number; doneAt: number | null };

const mutationKey = ['move-notifications'];

/** Moves that are made, and undone, at once: one for each previous state. */
export type Moves = readonly Move[];

export const countOf = (moves: Moves) =>
  moves.reduce((sum, { whole, ids }) => sum + (whole ?? ids.length), 0);

async function make(moves: Moves): Promise<void> {
  const [first] = moves;
  if (!first) return;
  const { whole, keywords, ids, from, to } = first;
  if (whole !== undefined) await readAll(keywords[0]);
  else if (countOf(moves) > 1) await moveSeveral(moves);
  else for (const id of ids) await moveNotification(id, from, to);
}

/**
 * Moves notifications. The cached lists stay unchanged, because someone is reading them: they show
 * by themselves what has moved, and stop doing so if the move fails.
 */
export function useMoveNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // Moves are shown until the lists are fetched again.
    gcTime: Infinity,
    mutationFn: async (moves: Moves) => {
      await make(moves);
      return Date.now();
    },
    onSuccess: () => refreshForMove(queryClient),
    onError: (_error, moves) => {
      // Of a large number, some may have been moved before the rest was refused.
      if (countOf(moves) > 1) void refreshForChange(queryClient);
    },
  });
}

/**
 * Returns the moves out of `place` that a response from `fetchedAt` (ms since the epoch) cannot
 * show, each without what has returned since.
 */
export function useMovesFrom(place: Target, fetchedAt: number): MadeMove[] {
  const made = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state: { submittedAt, variables, data } }) => {
      const doneAt = (data as number | undefined) ?? null;
      return (variables as Moves).map((move): MadeMove => ({ ...move, submittedAt, doneAt }));
    },
  }).flat();
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
  // What was read as a whole returns as a whole.
  if (left.length === 0 || move.whole !== undefined) return [];
  const ids = left.map(({ id }) => id);
  return [{ ...move, ids, keywords: left.map(({ at }) => move.keywords[at] ?? '') }];
}

/** Returns the ids that have returned to `place` after `fetchedAt` (ms since the epoch). */
export function useReturnedTo(place: Target, fetchedAt: number): ReadonlySet<string> {
  const returned = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status === 'success' },
    select: ({ state: { submittedAt, variables } }) =>
      (variables as Moves).map((move) => ({ ...move, submittedAt })),
  });
  const ids = returned
    .flat()
    .filter(({ to }) => to === place)
    .filter(({ submittedAt }) => submittedAt >= fetchedAt)
    .flatMap((move) => move.ids);
  return new Set(ids);
}

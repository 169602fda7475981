import { mutationOptions, type QueryClient, useMutationState } from '@tanstack/react-query';

import { refreshForChange, refreshForMove } from '@/entities/notification/notification-keys';
import { queued } from '@/lib/offline/queued';

import { moveNotification, moveSeveral, readAll, type Target } from './move-calls';
import { firstOf, partsOf } from './move-parts';

/** A move of some notifications to another place. */
export type Move = {
  from: Target;
  to: Target;
  ids: readonly string[];
  /** The keyword of each of `ids`, in the same order. */
  keywords: readonly string[];
  /** The number of all unread of one keyword, if all are read; `ids` are some of them. */
  whole?: number;
  /** When that was asked for, in ms since the epoch. */
  wholeAt?: number;
};

/** Later, a whole keyword is no longer what somebody has seen of it, in ms. */
const WHOLE_MS = 10_000;

/** A move with the times of its request and its end, in ms since the epoch; null in flight. */
export type MadeMove = Move & { submittedAt: number; doneAt: number | null };

const mutationKey = ['move-notifications'];

/** Moves that are made, and undone, at once: one for each previous state. */
export type Moves = readonly Move[];

export const countOf = (moves: Moves) =>
  moves.reduce((sum, { whole, ids }) => sum + (whole ?? ids.length), 0);

/** Follows a move that takes several calls, and may stop it between two of them. */
export type Follower = { onProgress: (done: number) => void; signal: AbortSignal };

/** A move that was followed has ended early: it was stopped, or a call failed. */
export class EndedEarly extends Error {
  /** What was moved before. */
  readonly made: Moves;

  /** `cause` is the failure; undefined if it was stopped. */
  constructor(made: Moves, cause?: unknown) {
    super('Ended early', { cause });
    this.name = 'EndedEarly';
    this.made = made;
  }
}

async function make(moves: Moves, follower?: Follower): Promise<void> {
  const [first] = moves;
  if (!first) return;
  const { whole, wholeAt = 0, keywords, ids, from, to } = first;
  // What arrived while this move waited for the network must stay unread.
  if (whole !== undefined && Date.now() - wholeAt < WHOLE_MS) await readAll(keywords[0]);
  else if (countOf(moves) > 1) await makeSeveral(moves, follower);
  else for (const id of ids) await moveNotification(id, from, to);
}

async function makeSeveral(moves: Moves, follower?: Follower): Promise<void> {
  let done = 0;
  for (const part of partsOf(moves)) {
    follower?.onProgress(done);
    if (follower?.signal.aborted) throw new EndedEarly(firstOf(moves, done));
    try {
      await moveSeveral(part);
    } catch (error) {
      throw follower && done > 0 ? new EndedEarly(firstOf(moves, done), error) : error;
    }
    done += countOf(part);
  }
}

export const moveNotifications = (queryClient: QueryClient, makeAll = make) =>
  mutationOptions({
    ...queued,
    mutationKey,
    // Moves are shown until the lists are fetched again.
    gcTime: Infinity,
    mutationFn: async (moves: Moves) => {
      await makeAll(moves);
      return Date.now();
    },
    // A move ends before the lists and counts are fetched again. Until it has ended, it is subtracted
    // from a count that has it already.
    onSuccess: () => void refreshForMove(queryClient),
    onError: (_error, moves) => {
      // Of a large number, some may have been moved before the rest was refused.
      if (countOf(moves) > 1) void refreshForChange(queryClient);
    },
  });

/**
 * Moves notifications. The cached lists stay unchanged, because someone is reading them: they show
 * by themselves what has moved, and stop doing so if the move fails.
 *
 * Throws `EndedEarly` if `follower` is given and only some were moved. The lists show these.
 */
export async function makeMoves(
  queryClient: QueryClient,
  moves: Moves,
  follower?: Follower,
): Promise<void> {
  const execute = (variables: Moves, makeAll: typeof make) =>
    queryClient
      .getMutationCache()
      .build(queryClient, moveNotifications(queryClient, makeAll))
      .execute(variables);
  try {
    await execute(moves, (all) => make(all, follower));
  } catch (error) {
    if (error instanceof EndedEarly && error.made.length > 0) {
      void execute(error.made, () => Promise.resolve());
    }
    throw error;
  }
}

/** Returns the moves that wait for the network, in the order in which they were asked for. */
export const waitingMoves = (queryClient: QueryClient): Moves[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey, predicate: ({ state }) => state.isPaused })
    .map(({ state }) => state.variables as Moves);

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
    // Lists are fetched after a move has ended: the answer to that may come in the same millisecond.
    if (move.doneAt !== null && fetchedAt >= move.doneAt) return [];
    const back = new Set(
      made
        .filter((later) => later.to === place && later.submittedAt >= move.submittedAt)
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

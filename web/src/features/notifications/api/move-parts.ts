import { MAX_MOVED_IDS } from './move-calls';
import type { Move, Moves } from './move-notifications';

/** Returns whether moves take more than one call. */
export const isLong = (moves: Moves) =>
  moves.reduce((sum, { ids }) => sum + ids.length, 0) > MAX_MOVED_IDS;

/** Divides moves into those of one call each, in their order. */
export function partsOf(moves: Moves): Moves[] {
  if (!isLong(moves)) return [moves];
  return moves.flatMap((move) =>
    Array.from({ length: Math.ceil(move.ids.length / MAX_MOVED_IDS) }, (_, at) => [
      slice(move, at * MAX_MOVED_IDS, (at + 1) * MAX_MOVED_IDS),
    ]),
  );
}

/** Returns the moves of the first `count` notifications. */
export function firstOf(moves: Moves, count: number): Moves {
  let left = count;
  return moves.flatMap((move) => {
    const first = slice(move, 0, left);
    left -= first.ids.length;
    return first.ids.length > 0 ? [first] : [];
  });
}

const slice = (move: Move, from: number, to: number): Move => ({
  ...move,
  ids: move.ids.slice(from, to),
  keywords: move.keywords.slice(from, to),
});

import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';

import { showFailure } from '@/lib/failure-toast';
import { isOffline } from '@/lib/offline/network';
import { WAITS } from '@/lib/offline/queued';
import { dismissToast, showToast } from '@/lib/toasts';

import {
  countOf,
  EndedEarly,
  makeMoves,
  type Move,
  type Moves,
  waitingMoves,
} from '../api/move-notifications';
import { earlyEnd, followMove } from './follow-move';
import { moveTexts } from './move-texts';
import { MOVED } from './undo-in-toast';

function showMoveFailure(title: string, error: unknown) {
  dismissToast(MOVED);
  showFailure(title, error);
}

type MoveBack = { change: Moves; run: () => Promise<void> };

const reversed = (change: Moves): Moves =>
  change.map((move) => ({ ...move, from: move.to, to: move.from, whole: undefined }));

/** Returns the part of a change that affects these notifications. */
function partOf(change: Moves, ids: readonly string[]): Moves {
  const wanted = new Set(ids);
  return change.flatMap((move) => {
    const at = move.ids
      .map((_, index) => index)
      .filter((index) => wanted.has(move.ids[index] ?? ''));
    if (at.length === 0) return [];
    const pick = (list: readonly string[]) => at.map((index) => list[index] ?? '');
    return [{ ...move, ids: pick(move.ids), keywords: pick(move.keywords) }];
  });
}

const idsOf = (change: Moves) => change.flatMap(({ ids }) => ids);

/**
 * Moves notifications and undoes the moves, the last one first. `onBack` is called after an undo,
 * when the focus may move to what returned.
 */
export function useTriage(onBack: (move: Move) => void) {
  const back = useRef(onBack);
  useLayoutEffect(() => {
    back.current = onBack;
  });
  const queryClient = useQueryClient();
  const undos = useRef<MoveBack[]>([]);

  const forget = (undo: MoveBack) => {
    undos.current = undos.current.filter((other) => other !== undo);
  };
  const takeBack = async (change: Moves) => {
    dismissToast(MOVED);
    const returned = () => change[0] && back.current(change[0]);
    // What waits for the network shows its effect at once.
    const waits = isOffline();
    const undoing = reversed(change);
    const following = followMove(undoing, (some) => `Undoing ${some}`);
    try {
      const made = makeMoves(queryClient, undoing, following?.follower);
      if (waits) returned();
      await made;
      if (!waits) returned();
    } catch (error) {
      if (error instanceof EndedEarly) {
        const text = earlyEnd(error, undoing);
        // What has been moved back is skipped.
        const action = { label: 'Undo the rest', onAction: () => void takeBack(change) };
        showToast({ id: MOVED, type: 'warning', title: 'Not everything was undone', text, action });
      } else showMoveFailure('That could not be undone', error);
    } finally {
      following?.end();
    }
  };

  /** Moves all of them to one place, with one undo. */
  const move = (change: Moves) => {
    const [first] = change;
    if (!first) return;
    const { done, doing, failed } = moveTexts[first.to];
    const following = followMove(change, doing);
    // Only the newest of a large group are known: nothing could bring back the others.
    const canUndo = change.every(({ whole, ids }) => whole === undefined || whole === ids.length);
    const tell = (type: 'success' | 'warning', text?: string) => {
      const count = countOf(undo.change);
      const action = { label: 'Undo', onAction: () => void undo.run() };
      showToast({
        ...{ id: MOVED, type, title: done(count), about: idsOf(undo.change), text },
        action: canUndo && count > 0 ? action : undefined,
      });
    };
    const tellEnd = (...end: Parameters<typeof tell>) => {
      // One that is being undone is not reported.
      if (following && undos.current.includes(undo)) tell(...end);
    };
    const moved = makeMoves(queryClient, change, following?.follower)
      .finally(() => following?.end())
      .then(
        () => {
          tellEnd('success');
          return true;
        },
        (error: unknown) => {
          if (error instanceof EndedEarly) {
            undo.change = error.made;
            tellEnd('warning', earlyEnd(error, change));
            return true;
          }
          forget(undo);
          showMoveFailure(failed(countOf(change)), error);
          return false;
        },
      );
    const undo: MoveBack = {
      change,
      run: async () => {
        forget(undo);
        dismissToast(MOVED);
        following?.stop();
        // A move in flight can only be undone once it has completed. One that waits for the network
        // is undone after it, without a result here until then.
        if (isOffline() || (await moved)) await takeBack(undo.change);
      },
    };
    if (canUndo) undos.current.push(undo);
    if (!following || isOffline()) tell('success', isOffline() ? WAITS : undefined);
  };

  /** Undoes the last change of these notifications, but only for them. */
  const undoOf = (ids: readonly string[]) => {
    const isOf = (change: Moves) => {
      const changed = new Set(idsOf(change));
      return ids.every((id) => changed.has(id));
    };
    const made = undos.current.findLast(({ change }) => isOf(change));
    // Moves that wait for the network may be from another page, or from before a reload.
    const waiting = made ? undefined : waitingMoves(queryClient).findLast(isOf);
    if (waiting) void takeBack(partOf(waiting, ids));
    if (!made) return;
    if (idsOf(made.change).length === ids.length) void made.run();
    else void takeBack(partOf(made.change, ids));
  };

  return { move, undoOf, undoLast: () => void undos.current.at(-1)?.run() };
}

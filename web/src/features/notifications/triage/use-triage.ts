import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';

import { showFailure } from '@/lib/failure-toast';
import { isOffline } from '@/lib/offline/network';
import { WAITS } from '@/lib/offline/queued';
import { dismissToast, showToast } from '@/lib/toasts';

import {
  countOf,
  type Move,
  type Moves,
  useMoveNotifications,
  waitingMoves,
} from '../api/move-notifications';
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
  const { mutateAsync } = useMoveNotifications();
  const undos = useRef<MoveBack[]>([]);

  const forget = (undo: MoveBack) => {
    undos.current = undos.current.filter((other) => other !== undo);
  };
  const takeBack = async (change: Moves) => {
    dismissToast(MOVED);
    const returned = () => change[0] && back.current(change[0]);
    // What waits for the network shows its effect at once.
    const waits = isOffline();
    try {
      const made = mutateAsync(reversed(change));
      if (waits) returned();
      await made;
      if (!waits) returned();
    } catch (error) {
      showMoveFailure('That could not be undone', error);
    }
  };

  /** Moves all of them to one place, with one undo. */
  const move = (change: Moves) => {
    const [first] = change;
    if (!first) return;
    const { done, failed } = moveTexts[first.to];
    const moved = mutateAsync(change).then(
      () => true,
      (error: unknown) => {
        forget(undo);
        showMoveFailure(failed, error);
        return false;
      },
    );
    const undo: MoveBack = {
      change,
      run: async () => {
        forget(undo);
        dismissToast(MOVED);
        // A move in flight can only be undone once it has completed. One that waits for the network
        // is undone after it, without a result here until then.
        if (isOffline() || (await moved)) await takeBack(change);
      },
    };

    // Only the newest of a large group are known: nothing could bring back the others.
    const canUndo = change.every(({ whole, ids }) => whole === undefined || whole === ids.length);
    if (canUndo) undos.current.push(undo);
    showToast({
      id: MOVED,
      type: 'success',
      title: done(countOf(change)),
      about: idsOf(change),
      text: isOffline() ? WAITS : undefined,
      action: canUndo ? { label: 'Undo', onAction: () => void undo.run() } : undefined,
    });
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

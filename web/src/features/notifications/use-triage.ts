import { useLayoutEffect, useRef } from 'react';

import { showFailure } from '@/lib/failure-toast';
import { dismissToast, showToast } from '@/lib/toasts';

import { type Move, useMoveNotifications } from './api/move-notifications';
import { moveTexts } from './move-texts';

const TOAST = 'moved-notifications';

function showMoveFailure(title: string, error: unknown) {
  dismissToast(TOAST);
  showFailure(title, error);
}

type MoveBack = { change: Move; run: () => Promise<void> };

/**
 * Moves notifications and takes the moves back, the last first. `onBack`: a move has been taken
 * back, and the focus may go to what returned.
 */
export function useTriage(onBack: (move: Move) => void) {
  const back = useRef(onBack);
  useLayoutEffect(() => {
    back.current = onBack;
  });
  const { mutateAsync } = useMoveNotifications();
  const undos = useRef<MoveBack[]>([]);

  const forget = (undo: MoveBack) => {
    undos.current = undos.current.filter((other) => other !== undo);
  };
  const takeBack = async (change: Move) => {
    dismissToast(TOAST);
    try {
      await mutateAsync({ ...change, from: change.to, to: change.from, whole: undefined });
      back.current(change);
    } catch (error) {
      showMoveFailure('That could not be undone', error);
    }
  };

  const move = (change: Move) => {
    const { done, failed } = moveTexts[change.to];
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
        dismissToast(TOAST);
        // A move that is on its way can only be taken back once it has arrived.
        if (await moved) await takeBack(change);
      },
    };

    // Of a large group only the newest are known: nothing could bring back the others.
    const canUndo = change.whole === undefined || change.whole === change.ids.length;
    if (canUndo) undos.current.push(undo);
    showToast({
      id: TOAST,
      type: 'success',
      title: done(change.whole ?? change.ids.length),
      action: canUndo ? { label: 'Undo', onAction: () => void undo.run() } : undefined,
    });
  };

  /** Takes back a move as far as it was of these; as a whole if they are all of it. */
  const undoOf = ({ from, to }: Move, ids: readonly string[]) => {
    const made = undos.current.findLast(({ change }) => ids.every((id) => change.ids.includes(id)));
    if (!made) return;
    if (made.change.ids.length === ids.length) {
      void made.run();
      return;
    }
    const { keywords } = made.change;
    const keywordOf = (id: string) => keywords[made.change.ids.indexOf(id)] ?? '';
    void takeBack({ from, to, ids, keywords: ids.map(keywordOf) });
  };

  return { move, undoOf, undoLast: () => void undos.current.at(-1)?.run() };
}

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

type TriageOptions = {
  /** A move has been taken back: the focus may go to what returned. */
  onBack: (move: Move) => void;
  /** Arrivals are held back from the list, so that a move must not fetch it anew. */
  holding: boolean;
  /** When the list was fetched, in ms since the epoch. */
  fetchedAt: number;
};

/** Moves notifications and takes the moves back, the last first. */
export function useTriage({ onBack, ...now }: TriageOptions) {
  const list = useRef(now);
  useLayoutEffect(() => {
    list.current = now;
  });

  const { mutateAsync } = useMoveNotifications();
  const undos = useRef<(() => Promise<void>)[]>([]);

  const move = (change: Move) => {
    const { done, failed } = moveTexts[change.to];
    const movedAt = Date.now();
    const quiet = change.quiet ?? list.current.holding;
    const moved = mutateAsync({ ...change, quiet }).then(
      () => true,
      (error: unknown) => {
        forget();
        showMoveFailure(failed, error);
        return false;
      },
    );

    const undo = async () => {
      forget();
      dismissToast(TOAST);
      // A move that is on its way can only be taken back once it has arrived.
      if (!(await moved)) return;
      try {
        // A list from before the move still has what was moved.
        const { holding, fetchedAt } = list.current;
        await mutateAsync({
          ...change,
          from: change.to,
          to: change.from,
          whole: undefined,
          quiet: holding && fetchedAt <= movedAt,
        });
        onBack(change);
      } catch (error) {
        showMoveFailure('That could not be undone', error);
      }
    };
    const forget = () => {
      undos.current = undos.current.filter((other) => other !== undo);
    };

    // Of a large group only the newest are known: nothing could bring back the others.
    const canUndo = change.whole === undefined || change.whole === change.ids.length;
    if (canUndo) undos.current.push(undo);
    showToast({
      id: TOAST,
      type: 'success',
      title: done(change.whole ?? change.ids.length),
      action: canUndo ? { label: 'Undo', onAction: () => void undo() } : undefined,
    });
  };

  return { move, undoLast: () => void undos.current.at(-1)?.() };
}

export type Triage = ReturnType<typeof useTriage>;

import { useRef } from 'react';

import { errorText, RateLimitedError } from '@/lib/api-error';
import { dismissToast, showToast } from '@/lib/toasts';

import { type Move, useMoveNotifications } from './api/move-notifications';
import { moveTexts } from './move-texts';

const TOAST = 'moved-notifications';

function tellFailure(title: string, error: unknown) {
  dismissToast(TOAST);
  // The layout tells of a rate limit.
  if (error instanceof RateLimitedError) return;
  showToast({ type: 'error', title, text: errorText(error, 'Please try again.') });
}

/**
 * Moves notifications and takes the moves back, the last first. `onBack` is called when a move has
 * been taken back, and may move the focus to what returned.
 */
export function useTriage(onBack: (move: Move) => void) {
  const { mutateAsync } = useMoveNotifications();
  const undos = useRef<(() => Promise<void>)[]>([]);

  const move = (change: Move) => {
    const { done, failed } = moveTexts[change.to];
    const moved = mutateAsync(change).then(
      () => true,
      (error: unknown) => {
        forget();
        tellFailure(failed, error);
        return false;
      },
    );

    const undo = async () => {
      forget();
      dismissToast(TOAST);
      // A move that is on its way can only be taken back once it has arrived.
      if (!(await moved)) return;
      try {
        await mutateAsync({ ...change, from: change.to, to: change.from, whole: undefined });
        onBack(change);
      } catch (error) {
        tellFailure('That could not be undone', error);
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
      title: done,
      action: canUndo ? { label: 'Undo', onAction: () => void undo() } : undefined,
    });
  };

  return { move, undoLast: () => void undos.current.at(-1)?.() };
}

export type Triage = ReturnType<typeof useTriage>;

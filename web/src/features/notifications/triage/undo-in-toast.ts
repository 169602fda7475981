import { useToasts } from '@/lib/toasts';

/** The id of the toast about the last move of notifications, which undoes it. */
export const MOVED = 'moved-notifications';

/** Returns whether the toast undoes a move of just these notifications, so that it has an undo. */
export const useUndoInToast = (ids: readonly string[]): boolean =>
  useToasts(({ toasts }) => {
    const moved = toasts.find(({ id }) => id === MOVED)?.about;
    return moved?.length === ids.length && moved.every((id) => ids.includes(id));
  });

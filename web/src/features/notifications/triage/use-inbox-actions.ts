import type { Notification, NotificationId, NotificationStatus } from '@/api/types';

import type { Target } from '../api/move-calls';
import type { Move } from '../api/move-notifications';
import { stateAfter } from './use-moved';
import type { Selection } from './use-selection';
import { useTriage } from './use-triage';

export type InboxActions = {
  /** Moves those of the notifications that are elsewhere, with one undo for all of them. */
  move: (notifications: readonly NotificationId[], to: Target) => void;
  /** Marks all unread notifications of a keyword as read; `known` are those that are listed. */
  readWhole: (keyword: string, known: readonly Notification[], count: number) => void;
  /** Undoes the last move of these notifications, but only for them. */
  undoOf: (ids: readonly string[]) => void;
  undoLast: () => void;
};

/** The same actions, and the selection. */
export type ListActions = InboxActions & { selection: Selection };

/** Returns the actions of a list. */
export function useInboxActions(onBack: (move: Move) => void): InboxActions {
  const triage = useTriage(onBack);
  return {
    undoOf: triage.undoOf,
    undoLast: triage.undoLast,
    move: (notifications, to) => {
      // Search results may have several states, and an undo returns each to its own.
      const isElsewhere = (status: NotificationStatus) => status !== stateAfter(to);
      const states = [...new Set(notifications.map(({ status }) => status))].filter(isElsewhere);
      const some = (from: NotificationStatus) =>
        notifications.filter(({ status }) => status === from);
      triage.move(states.map((from) => ({ ...moveOf(some(from), from), to })));
    },
    readWhole: (keyword, known, whole) => {
      const { ids } = moveOf(known, 'unread');
      const keywords = known.length > 0 ? known.map(() => keyword) : [keyword];
      triage.move([{ from: 'unread', to: 'read', ids, keywords, whole, wholeAt: Date.now() }]);
    },
  };
}

function moveOf(notifications: readonly NotificationId[], from: NotificationStatus) {
  return {
    from,
    ids: notifications.map(({ _id }) => _id),
    keywords: notifications.map(({ matchedKeyword }) => matchedKeyword),
  };
}

import type { Notification, NotificationStatus } from '@/api/types';

import type { Target } from './api/move-calls';
import type { Move } from './api/move-notifications';
import type { Selection } from './use-selection';
import { useTriage } from './use-triage';

export type InboxActions = {
  /** Moves notifications which one undo takes back. */
  move: (notifications: readonly Notification[], to: Target) => void;
  /** Marks everything that a keyword has unread as read, and of that `known` are listed. */
  readWhole: (keyword: string, known: readonly Notification[], count: number) => void;
  /** Takes the last move of these back, as far as it was of them. */
  undoOf: (ids: readonly string[]) => void;
  undoLast: () => void;
};

/** The same, with what is selected. */
export type ListActions = InboxActions & { selection: Selection };

/** What can be done in a list. */
export function useInboxActions(onBack: (move: Move) => void): InboxActions {
  const triage = useTriage(onBack);
  return {
    undoOf: triage.undoOf,
    undoLast: triage.undoLast,
    move: (notifications, to) => {
      // What a search finds may be of several states: each goes back to its own.
      const states = [...new Set(notifications.map(({ status }) => status))];
      const some = (from: NotificationStatus) =>
        notifications.filter(({ status }) => status === from);
      triage.move(states.map((from) => ({ ...moveOf(some(from), from), to })));
    },
    readWhole: (keyword, known, whole) => {
      const { ids } = moveOf(known, 'unread');
      const keywords = known.length > 0 ? known.map(() => keyword) : [keyword];
      triage.move([{ from: 'unread', to: 'read', ids, keywords, whole }]);
    },
  };
}

function moveOf(notifications: readonly Notification[], from: NotificationStatus) {
  return {
    from,
    ids: notifications.map(({ _id }) => _id),
    keywords: notifications.map(({ matchedKeyword }) => matchedKeyword),
  };
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import { useLiveState } from '@/lib/live/live-state';

import type { InboxList } from '../api/grouped-notifications';
import { useMovesFrom, useReturnedTo } from '../api/move-notifications';
import { type Held, holdStill, type Left } from './held-list';
import type { Tab } from './use-inbox-view';

type State = Held & {
  /** The identity of the list. */
  key: string;
  /** When the response that set the order and the last one were fetched, in ms since the epoch. */
  takenAt: number;
  answeredAt: number;
  /** Whether the list is from the cache and the pending response sets the order. */
  provisional: boolean;
  /** The number of the request for new notifications that it answers. */
  asked: number;
  /** What had arrived when it was requested. */
  arrivedIds: readonly string[];
};

const none: ReadonlySet<string> = new Set();

/**
 * Returns a list that stays as it was when it was opened: later responses change its contents but
 * not its positions. Only `letIn` adds what is new, and drops what has left.
 */
export function useHeldList(query: UseQueryResult<InboxList>, tab: Tab, key: string) {
  const { data, dataUpdatedAt, isPlaceholderData, isFetching, refetch } = query;
  const [held, setHeld] = useState<State | null>(null);
  const [asked, setAsked] = useState(0);
  const arrivedIds = useLiveState((state) => state.arrivedIds);

  const differs = held?.key !== key || held.answeredAt !== dataUpdatedAt;
  if (data && !isPlaceholderData && (differs || (held.provisional && !isFetching))) {
    const isAnew = held?.key !== key || held.provisional || held.asked !== asked;
    const groups = data.groupedNotifications;
    if (differs && isAnew) {
      setHeld({
        ...{ groups, goneIds: none, newIds: none },
        ...{ key, takenAt: dataUpdatedAt, answeredAt: dataUpdatedAt },
        ...{ provisional: isFetching, asked, arrivedIds: data.arrivedIds },
      });
    } else {
      const merged = holdStill(held.groups, groups);
      setHeld({ ...held, ...merged, answeredAt: dataUpdatedAt, provisional: false });
    }
  }

  const shown = held?.key === key ? held : null;
  const returned = useReturnedTo(tab, shown?.answeredAt ?? 0);
  const left: Left = {
    moves: useMovesFrom(tab, shown?.takenAt ?? 0),
    goneIds: new Set([...(shown?.goneIds ?? none)].filter((id) => !returned.has(id))),
  };
  const before = new Set(shown?.arrivedIds ?? arrivedIds);
  const listed = new Set(shown?.groups.flatMap((group) => group.notifications.map((n) => n._id)));
  const newIds = new Set(
    [...(shown?.newIds ?? none), ...arrivedIds.filter((id) => !before.has(id))].filter(
      (id) => !listed.has(id),
    ),
  );
  return {
    groups: shown?.groups,
    left,
    newCount: tab === 'unread' && !shown?.provisional ? newIds.size : 0,
    letIn: () => {
      setAsked(asked + 1);
      void refetch();
    },
  };
}

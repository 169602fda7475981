import type { Notification, NotificationStatus } from '@/api/types';

import type { Target } from './api/move-calls';
import { useMovesFrom } from './api/move-notifications';

/** The state that a move leads to; `null` if there is none any more. */
function stateAfter(to: Target): NotificationStatus | null {
  if (to === 'deleted') return null;
  return to === 'not-relevant' ? 'archived' : to;
}

/**
 * A list of notifications from `fetchedAt` (ms since the epoch) with what was done since: each in its
 * present state, and none that was deleted.
 */
export function useMoved(list: Notification[], fetchedAt: number): Notification[] {
  const moves = [
    ...useMovesFrom('unread', fetchedAt),
    ...useMovesFrom('read', fetchedAt),
    ...useMovesFrom('archived', fetchedAt),
  ].sort((one, other) => one.submittedAt - other.submittedAt);
  const last = new Map(moves.flatMap(({ ids, to }) => ids.map((id) => [id, to] as const)));
  return list.flatMap((notification) => {
    const to = last.get(notification._id);
    const status = to ? stateAfter(to) : notification.status;
    return status ? [{ ...notification, status }] : [];
  });
}

import type { Notification, NotificationStatus } from '@/api/types';

import type { Target } from '../api/move-calls';
import { useMovesFrom } from '../api/move-notifications';

/** Returns the state after a move, or `null` if the notification is deleted. */
export function stateAfter(to: Target): NotificationStatus | null {
  if (to === 'deleted') return null;
  return to === 'not-relevant' ? 'archived' : to;
}

/**
 * Returns a list of notifications from `fetchedAt` (ms since the epoch) with later moves applied:
 * each in its current state, without deleted ones.
 */
export function useMoved(list: Notification[], fetchedAt: number): Notification[] {
  const moves = [
    ...useMovesFrom('unread', fetchedAt),
    ...useMovesFrom('read', fetchedAt),
    ...useMovesFrom('archived', fetchedAt),
    ...useMovesFrom('aside', fetchedAt),
  ].sort((one, other) => one.submittedAt - other.submittedAt);
  const last = new Map(moves.flatMap(({ ids, to }) => ids.map((id) => [id, to] as const)));
  return list.flatMap((notification) => {
    const to = last.get(notification._id);
    const status = to ? stateAfter(to) : notification.status;
    return status ? [{ ...notification, status }] : [];
  });
}

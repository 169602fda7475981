import type { GroupedNotification } from '@/api/types';

import type { MadeMove } from './api/move-notifications';

/** What is not to be seen although the server's answer holds it. */
export type LeftOut = {
  /** Moved, or being moved, to another place. */
  moves: readonly MadeMove[];
  /** Arrived since the list was opened: shown when asked for. */
  heldIds: ReadonlySet<string>;
};

/** Groups are told apart by their keyword without regard to case, as the server does. */
export const groupKey = (keyword: string) => keyword.toLowerCase();

/** Whether one notification is left out. */
export function isLeftOut(id: string, { moves, heldIds }: LeftOut): boolean {
  return heldIds.has(id) || moves.some(({ ids }) => ids.includes(id));
}

/**
 * `groups`, fetched at `fetchedAt` (ms since the epoch), without what is left out: lists, counts
 * and times as if it were not there, the group with the newest first, and no empty groups.
 */
export function withoutLeftOut(
  groups: readonly GroupedNotification[],
  fetchedAt: number,
  leftOut: LeftOut,
): GroupedNotification[] {
  const { moves, heldIds } = leftOut;
  if (moves.length === 0 && heldIds.size === 0) return [...groups];
  return groups
    .filter(({ _id }) => !moves.some((move) => isWhole(move, _id)))
    .map((group) => withoutFrom(group, fetchedAt, leftOut))
    .filter(({ count }) => count > 0)
    .sort((a, b) => Date.parse(b.latestNotification) - Date.parse(a.latestNotification));
}

function isWhole({ whole, keyword }: MadeMove, group: string): boolean {
  return whole !== undefined && groupKey(keyword) === groupKey(group);
}

function withoutFrom(group: GroupedNotification, fetchedAt: number, leftOut: LeftOut) {
  const brought = new Set(group.notifications.map(({ _id }) => _id));
  const notifications = group.notifications.filter(({ _id }) => !isLeftOut(_id, leftOut));
  // Further ones of the group are counted in an answer from before they were moved.
  const further = leftOut.moves
    .filter(({ keyword, submittedAt }) => isOf(group, keyword) && fetchedAt <= submittedAt)
    .flatMap(({ ids }) => ids.filter((id) => !brought.has(id)));
  const gone = brought.size - notifications.length + further.length;
  if (gone === 0) return group;
  return {
    ...group,
    notifications,
    count: group.count - gone,
    latestNotification: notifications[0]?.createdAt ?? group.latestNotification,
  };
}

const isOf = (group: GroupedNotification, keyword: string) =>
  groupKey(group._id) === groupKey(keyword);

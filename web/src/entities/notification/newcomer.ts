import { useQuery } from '@tanstack/react-query';

import { useSession } from '@/lib/http/session';

import { notificationStatsQuery } from './notification-stats';

/** The number of matches from which an account is not new any more. */
export const SETTLED_MATCHES = 10;

/** An account is new for its first hour, since matches of the last day can be added with a click. */
const FIRST_MS = 3_600_000;

/** Returns whether the account has enough matches, and is old enough, to see all of Harken. */
export function useIsSettled(): boolean {
  const createdAt = useSession(({ user }) => user?.createdAt);
  const { data, dataUpdatedAt } = useQuery({
    ...notificationStatsQuery,
    enabled: createdAt !== undefined,
  });
  const isOld = createdAt !== undefined && dataUpdatedAt - Date.parse(createdAt) > FIRST_MS;
  return isOld && (data?.total ?? 0) >= SETTLED_MATCHES;
}

/**
 * Returns whether the account is new: it has not closed its first steps, and is not settled. Screens
 * then leave out what is of no use before there is something to use it on.
 */
export function useIsNewcomer(): boolean {
  const hasSteps = useSession(({ user }) => user?.firstSteps ?? false);
  const isSettled = useIsSettled();
  return hasSteps && !isSettled;
}

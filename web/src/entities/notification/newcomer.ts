import { useQuery } from '@tanstack/react-query';

import { useSession } from '@/lib/http/session';

import { notificationStatsQuery } from './notification-stats';

/** The number of matches from which an account is not new any more. */
export const SETTLED_MATCHES = 10;

/**
 * Returns whether the account is new: it has not closed its first steps and has few matches. Screens then leave out
 * what is of no use before there is something to use it on.
 */
export function useIsNewcomer(): boolean {
  const hasSteps = useSession(({ user }) => user?.firstSteps ?? false);
  const { data } = useQuery({ ...notificationStatsQuery, enabled: hasSteps });
  return hasSteps && (data?.total ?? 0) < SETTLED_MATCHES;
}

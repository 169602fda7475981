import { queryOptions } from '@tanstack/react-query';

import type { MatchFilters, NotificationId } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { maxSelected } from '@/entities/plan/plans';
import { api, unwrap } from '@/lib/http/api-client';

/** A list by its status, or a search. */
export type Matching = MatchFilters & {
  /** Whether what was removed at its source is included: in lists. */
  removed: boolean;
};

/** Counts a list. The number of results of a search is unknown until all are found. */
export const matchingCountQuery = ({ status, removed: isList }: Matching) =>
  queryOptions({
    queryKey: notificationKeys.list({ count: status }),
    queryFn: async ({ signal }) => {
      const params = { query: { status, limit: 1 } };
      const list = await unwrap(api.GET('/api/notifications', { params, signal }));
      return list.pagination.totalItems;
    },
    enabled: isList,
    // A count from before would be offered first.
    gcTime: 0,
  });

/**
 * Finds all notifications that match, the newest first, up to the most that can be selected. What arrives meanwhile is
 * not among them.
 */
export async function findMatching(
  matching: Matching,
  onProgress: (found: number) => void,
  signal: AbortSignal,
): Promise<NotificationId[]> {
  const found: NotificationId[] = [];
  let position: { after?: string; upTo?: number } = {};
  do {
    onProgress(found.length);
    const params = { query: { ...matching, ...position } };
    const page = await unwrap(api.GET('/api/notifications/ids', { params, signal }));
    found.push(...page.notifications);
    position = { after: page.next ?? undefined, upTo: page.upTo };
  } while (position.after !== undefined && found.length < maxSelected);
  return found.slice(0, maxSelected);
}

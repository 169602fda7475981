import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Notification } from '@/api/types';
import { api, unwrap } from '@/lib/api-client';

import { notificationKeys } from './notification-keys';

/** How many the server answers. */
const RECENT_MAX = 5;

/** The newest notifications of any status, newest first. */
export const recentNotificationsQuery = queryOptions({
  queryKey: notificationKeys.recent,
  queryFn: ({ signal }) => unwrap(api.GET('/api/notifications/recent/popup', { signal })),
});

/** Puts one that has just arrived on top of the cached list. */
export function addRecentNotification(queryClient: QueryClient, arrived: Notification): void {
  queryClient.setQueryData(recentNotificationsQuery.queryKey, (shown) => {
    if (!shown) return shown;
    const others = shown.filter(({ _id }) => _id !== arrived._id);
    return [arrived, ...others].slice(0, RECENT_MAX);
  });
}

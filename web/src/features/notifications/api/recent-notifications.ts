import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Notification } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';

/** The number of notifications that the server returns. */
const MAX_RECENT = 5;

/** The newest notifications of any status, newest first. */
export const recentNotificationsQuery = queryOptions({
  queryKey: notificationKeys.recent,
  queryFn: ({ signal }) => unwrap(api.GET('/api/notifications/recent/popup', { signal })),
});

/** Puts a notification that has just arrived at the top of the cached list. */
export function addRecentNotification(queryClient: QueryClient, arrived: Notification): void {
  queryClient.setQueryData(recentNotificationsQuery.queryKey, (shown) => {
    if (!shown) return shown;
    const others = shown.filter(({ _id }) => _id !== arrived._id);
    return [arrived, ...others].slice(0, MAX_RECENT);
  });
}

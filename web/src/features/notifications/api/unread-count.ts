import { queryOptions, useQuery } from '@tanstack/react-query';

import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';

import { useMovesFrom } from './move-notifications';

const unreadCountQuery = queryOptions({
  queryKey: notificationKeys.unreadCount,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/notifications/unread/count', { signal }))).count,
});

/** Returns the number of unread notifications, without those being moved. */
export function useUnreadCount(): number | undefined {
  const { data, dataUpdatedAt } = useQuery(unreadCountQuery);
  const leaving = useMovesFrom('unread', dataUpdatedAt).reduce(
    (sum, { ids, whole }) => sum + (whole ?? ids.length),
    0,
  );
  return data === undefined ? undefined : Math.max(0, data - leaving);
}

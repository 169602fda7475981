import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

import { notificationKeys } from './notification-keys';

export const unreadCountQuery = queryOptions({
  queryKey: notificationKeys.unreadCount,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/notifications/unread/count', { signal }))).count,
});

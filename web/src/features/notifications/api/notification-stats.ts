import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

import { notificationKeys } from './notification-keys';

/** Matches in all, today and this week, in the user's time zone. */
export const notificationStatsQuery = queryOptions({
  queryKey: notificationKeys.stats,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/notifications/stats', { signal }))).stats,
});

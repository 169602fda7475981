import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { notificationKeys } from './notification-keys';

/** Fetches the numbers of matches in total, today and this week, in the user's time zone. */
export const notificationStatsQuery = queryOptions({
  queryKey: notificationKeys.stats,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/notifications/stats', { signal }))).stats,
});

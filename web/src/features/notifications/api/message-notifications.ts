import { infiniteQueryOptions } from '@tanstack/react-query';

import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';

const PAGE_SIZE = 20;

/** Fetches the matches of one message, newest first: all of them, or those of one keyword. */
export const messageNotificationsQuery = (digest: string, keyword?: string) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list({ digest, keyword }),
    queryFn: ({ pageParam: after, signal }) =>
      unwrap(
        api.GET('/api/notifications', {
          params: { query: { digest, keyword, after, limit: PAGE_SIZE } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ notifications, pagination }) =>
      pagination.hasMore ? notifications.at(-1)?._id : undefined,
  });

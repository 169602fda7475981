import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

import { notificationKeys } from './notification-keys';

/** Groups on a page, and notifications that a group brings along. */
const PAGE_SIZE = 20;

/** One page of the unread notifications by keyword, the group with the newest first. */
export const groupedNotificationsQuery = (page: number) =>
  queryOptions({
    queryKey: notificationKeys.grouped(page),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/notifications/grouped', {
          params: { query: { page, limit: PAGE_SIZE, status: 'unread', sort: 'newest' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The unread notifications of one keyword beyond those that its group brings along. */
export const olderNotificationsQuery = (keyword: string) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list({ keyword, status: 'unread' }),
    queryFn: ({ pageParam: page, signal }) =>
      unwrap(
        api.GET('/api/notifications', {
          params: { query: { keyword, page, limit: PAGE_SIZE, status: 'unread', sort: 'newest' } },
          signal,
        }),
      ),
    initialPageParam: 2,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  });

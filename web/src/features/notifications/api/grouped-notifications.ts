import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { NotificationStatus } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';

/** Groups on a page, and notifications that a group brings along. */
const PAGE_SIZE = 20;

type Page = { status: NotificationStatus; page: number };

/** One page of the notifications in this state by keyword, the group with the newest first. */
export const groupedNotificationsQuery = ({ status, page }: Page) =>
  queryOptions({
    queryKey: notificationKeys.grouped({ status, page }),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/notifications/grouped', {
          params: { query: { page, limit: PAGE_SIZE, status, sort: 'newest' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

type Group = { status: NotificationStatus; keyword: string };

/** The notifications of one group beyond those that it brings along. */
export const olderNotificationsQuery = ({ status, keyword }: Group) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list({ keyword, status }),
    queryFn: ({ pageParam: page, signal }) =>
      unwrap(
        api.GET('/api/notifications', {
          params: { query: { keyword, page, limit: PAGE_SIZE, status, sort: 'newest' } },
          signal,
        }),
      ),
    initialPageParam: 2,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  });

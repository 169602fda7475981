import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { GroupedNotificationList, NotificationList } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';

import { TIMELINE } from '../held-list';
import type { Tab, View } from '../use-inbox-view';

/** Groups on a page, and notifications that a group brings along. */
const PAGE_SIZE = 20;
/** Notifications that the timeline fetches at once. */
const TIMELINE_SIZE = 50;

type Listed = { tab: Tab; view: View; page: number };

/** What the page lists: groups page by page, or the newest of the timeline as a single group. */
export const listQuery = ({ tab, view, page }: Listed) =>
  queryOptions({
    queryKey: notificationKeys.grouped({ tab, ...(view === 'timeline' ? { view } : { page }) }),
    queryFn: ({ signal }) =>
      view === 'timeline' ? fetchTimeline(tab, signal) : fetchGroups(tab, page, signal),
    placeholderData: keepPreviousData,
  });

function fetchGroups(status: Tab, page: number, signal: AbortSignal) {
  const query = { page, limit: PAGE_SIZE, status, sort: 'newest' as const };
  return unwrap(api.GET('/api/notifications/grouped', { params: { query }, signal }));
}

const fetchTimeline = async (tab: Tab, signal: AbortSignal) =>
  asGroup(await fetchList({ tab, page: 1, limit: TIMELINE_SIZE, signal }));

type Asked = { tab: Tab; keyword?: string; page: number; limit: number; signal: AbortSignal };

function fetchList({ tab, signal, ...query }: Asked): Promise<NotificationList> {
  const params = { query: { ...query, status: tab, sort: 'newest' as const } };
  return unwrap(api.GET('/api/notifications', { params, signal }));
}

function asGroup({ notifications, pagination }: NotificationList): GroupedNotificationList {
  const [newest] = notifications;
  const group = newest && {
    ...{ _id: TIMELINE, count: pagination.totalItems, subreddits: [] },
    ...{ latestNotification: newest.createdAt, notifications },
  };
  const total = group ? 1 : 0;
  return {
    groupedNotifications: group ? [group] : [],
    pagination: { ...pagination, page: 1, total, hasMore: false },
    unreadCount: 0,
  };
}

/** How many of a group, or of the timeline, are fetched at once. */
export const pageSizeOf = (keyword: string) => (keyword === TIMELINE ? TIMELINE_SIZE : PAGE_SIZE);

type Older = { tab: Tab; keyword: string; firstPage: number };

/** The notifications of one group, or of the timeline, from a page on. */
export const olderNotificationsQuery = ({ tab, keyword, firstPage }: Older) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.older({ tab, keyword, firstPage }),
    queryFn: ({ pageParam: page, signal }) => {
      const query = { tab, page, limit: pageSizeOf(keyword), signal };
      return fetchList(keyword === TIMELINE ? query : { keyword, ...query });
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  });

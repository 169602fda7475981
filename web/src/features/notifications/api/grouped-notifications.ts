import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { GroupedNotificationList, NotificationList } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';
import { useLiveState } from '@/lib/live/live-state';

import { TIMELINE } from '../held-list';
import type { Tab, View } from '../use-inbox-view';

/** Groups on a page, and notifications that a group brings along. */
const PAGE_SIZE = 20;
/** Notifications that the timeline fetches at once. */
const TIMELINE_SIZE = 50;

type Listed = { tab: Tab; view: View; page: number };

/** A list, and what had arrived when it was asked for: later arrivals may be in it or not. */
export type InboxList = GroupedNotificationList & { arrivedIds: readonly string[] };

/** What the page lists: groups page by page, or the newest of the timeline as a single group. */
export const listQuery = ({ tab, view, page }: Listed) =>
  queryOptions({
    queryKey: notificationKeys.grouped({ tab, ...(view === 'timeline' ? { view } : { page }) }),
    queryFn: async ({ signal }): Promise<InboxList> => {
      const { arrivedIds } = useLiveState.getState();
      const list = await (view === 'timeline'
        ? fetchTimeline(tab, signal)
        : fetchGroups(tab, page, signal));
      return { ...list, arrivedIds };
    },
    placeholderData: keepPreviousData,
  });

function fetchGroups(status: Tab, page: number, signal: AbortSignal) {
  const query = { page, limit: PAGE_SIZE, status, sort: 'newest' as const };
  return unwrap(api.GET('/api/notifications/grouped', { params: { query }, signal }));
}

const fetchTimeline = async (tab: Tab, signal: AbortSignal) =>
  asGroup(await fetchList({ tab, page: 1, limit: TIMELINE_SIZE, signal }));

type Asked = { tab: Tab; keyword?: string; limit: number; signal: AbortSignal } & (
  { page: number } | { after: string }
);

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

/** How many older ones are fetched at once: as many as the server gives. */
const OLDER_SIZE = 100;

type Older = { tab: Tab; keyword: string; after: string };

/**
 * The notifications of one group, or of the timeline, after one of them: whatever leaves or arrives
 * meanwhile, none is passed over.
 */
export const olderNotificationsQuery = ({ tab, keyword, after: first }: Older) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.older({ tab, keyword, after: first }),
    queryFn: ({ pageParam: after, signal }) => {
      const query = { tab, after, limit: OLDER_SIZE, signal };
      return fetchList(keyword === TIMELINE ? query : { keyword, ...query });
    },
    initialPageParam: first,
    getNextPageParam: ({ notifications, pagination }) =>
      pagination.hasMore ? notifications.at(-1)?._id : undefined,
  });

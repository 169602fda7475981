import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { GroupedNotificationList, Notification, NotificationList } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';
import { useLiveState } from '@/lib/live/live-state';

import { TIMELINE } from '../list/held-list';
import type { Tab, View } from '../list/use-inbox-view';
import { keptMatchesQuery } from './kept-matches';

/** The number of groups on a page, and of notifications that come with a group. */
const PAGE_SIZE = 20;
/** The number of notifications that the timeline fetches at once. */
const TIMELINE_SIZE = 50;

type Listed = { tab: Tab; view: View; page: number };

/** A list and what had arrived when it was requested. Later arrivals may be in it or not. */
export type InboxList = GroupedNotificationList & { arrivedIds: readonly string[] };

/** Fetches what the page lists: a page of groups, or the newest of the timeline as one group. */
export const listQuery = ({ tab, view, page }: Listed) =>
  queryOptions({
    queryKey: notificationKeys.grouped({ tab, ...(view === 'keywords' ? { page } : { view }) }),
    queryFn: async ({ client, signal }): Promise<InboxList> => {
      const { arrivedIds } = useLiveState.getState();
      const [list] = await Promise.all([
        fetchView({ tab, view, page }, signal),
        // Loaded with the list: stars and notes that come later would move what is below them.
        client.query(keptMatchesQuery).catch(() => null),
      ]);
      return { ...list, arrivedIds };
    },
    placeholderData: keepPreviousData,
  });

function fetchView(
  { tab, view, page }: Listed,
  signal: AbortSignal,
): Promise<GroupedNotificationList> {
  switch (view) {
    case 'keywords':
      return fetchGroups(tab, page, signal);
    case 'timeline':
    case 'oldest':
      return fetchTimeline(tab, sortOf(view), signal);
    case 'worth-a-reply':
    case 'unanswered':
      return fetchWorthAReply(tab, view === 'unanswered', signal);
  }
}

function fetchGroups(status: Tab, page: number, signal: AbortSignal) {
  const query = { page, limit: PAGE_SIZE, status, sort: 'newest' as const };
  return unwrap(api.GET('/api/notifications/grouped', { params: { query }, signal }));
}

export const sortOf = (view: View): NotificationSort => (view === 'oldest' ? 'oldest' : 'newest');

async function fetchTimeline(tab: Tab, sort: NotificationSort, signal: AbortSignal) {
  const list = await fetchList({ tab, sort, page: 1, limit: TIMELINE_SIZE, signal });
  return asGroup(list.notifications, list.pagination.totalItems);
}

async function fetchWorthAReply(status: Tab, unanswered: boolean, signal: AbortSignal) {
  const params = { query: { status, unanswered } };
  const list = await unwrap(api.GET('/api/notifications/worth-a-reply', { params, signal }));
  return asGroup(list.notifications, list.notifications.length);
}

type NotificationSort = 'newest' | 'oldest';

type Asked = {
  tab: Tab;
  keyword?: string;
  sort: NotificationSort;
  limit: number;
  signal: AbortSignal;
} & ({ page: number } | { after: string });

function fetchList({ tab, signal, ...query }: Asked): Promise<NotificationList> {
  const params = { query: { ...query, status: tab } };
  return unwrap(api.GET('/api/notifications', { params, signal }));
}

/** Wraps a list as the only group of a page, of `count` notifications in all. */
function asGroup(notifications: Notification[], count: number): GroupedNotificationList {
  const latest = notifications.reduce((at, { createdAt }) => (createdAt > at ? createdAt : at), '');
  const group = {
    ...{ _id: TIMELINE, count, subreddits: [] },
    ...{ latestNotification: latest, notifications },
  };
  const groups = notifications.length > 0 ? [group] : [];
  return {
    groupedNotifications: groups,
    pagination: { page: 1, limit: 1, total: groups.length, totalItems: count, hasMore: false },
    unreadCount: 0,
  };
}

/** The number of further notifications fetched at once: as many as the server returns. */
const OLDER_SIZE = 100;

type Older = { tab: Tab; keyword: string; sort: NotificationSort; after: string };

/**
 * Fetches the notifications of one group, or of the timeline, that follow one of them. None is
 * skipped, whatever leaves or arrives meanwhile.
 */
export const olderNotificationsQuery = ({ tab, keyword, sort, after: first }: Older) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.older({ tab, keyword, sort, after: first }),
    queryFn: ({ pageParam: after, signal }) => {
      const query = { tab, sort, after, limit: OLDER_SIZE, signal };
      return fetchList(keyword === TIMELINE ? query : { keyword, ...query });
    },
    initialPageParam: first,
    getNextPageParam: ({ notifications, pagination }) =>
      pagination.hasMore ? notifications.at(-1)?._id : undefined,
  });

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { GroupedNotification, Notification } from '@/api/types';

import { olderNotificationsQuery, sortOf } from '../api/grouped-notifications';
import { readOn, TIMELINE } from './held-list';
import type { Tab, View } from './use-inbox-view';

const none: readonly Notification[] = [];

type Rest = { after: string; at: number; items: readonly Notification[] };

/** Loads what follows the notifications that come with a group, page by page. */
export function useOlder(group: GroupedNotification, tab: Tab, view: View) {
  const { _id: keyword, count, notifications } = group;
  const after = notifications.at(-1)?._id ?? '';
  // When new notifications are let in, something else follows.
  const [askedAfter, setAskedAfter] = useState<string | null>(null);
  const isAsked = askedAfter === after;
  const older = useInfiniteQuery({
    ...olderNotificationsQuery({ tab, keyword, sort: sortOf(view), after }),
    enabled: isAsked,
  });
  const { data, dataUpdatedAt } = older;
  const [rest, setRest] = useState<Rest>({ after, at: 0, items: none });
  if (rest.after !== after) setRest({ after, at: 0, items: none });
  else if (isAsked && data && dataUpdatedAt !== rest.at) {
    const answer = data.pages.flatMap((page) => page.notifications);
    setRest({ after, at: dataUpdatedAt, items: readOn(rest.items, answer, sortOf(view)) });
  }
  const hasMore = isAsked
    ? older.hasNextPage || older.isPending || older.isFetchNextPageError
    : notifications.length < count;
  return {
    items: rest.after === after ? rest.items : none,
    hasMore,
    /** Whether coming near loads more: once it was requested, in the timeline from the start. */
    isOnApproach: (keyword === TIMELINE || isAsked) && !older.isFetching && !older.isError,
    isFetching: older.isFetching,
    show: () => {
      if (!isAsked) setAskedAfter(after);
      else if (!older.isFetching) void older.fetchNextPage();
    },
  };
}

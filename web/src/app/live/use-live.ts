import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

import type { Notification } from '@/api/types';
import { followedFeedsQuery } from '@/entities/feed/followed-feeds';
import {
  notificationKeys,
  refreshAnswered,
  refreshForArrival,
  refreshForChange,
} from '@/entities/notification/notification-keys';
import { watchKeys } from '@/entities/watch/watch-keys';
import { addRecentNotification } from '@/features/notifications/api/recent-notifications';
import { retryFailed } from '@/lib/http/query-client';
import { useSession } from '@/lib/http/session';
import { openLive } from '@/lib/live/live-events';
import { rememberArrival, rememberHearing, useLiveState } from '@/lib/live/live-state';
import { isFeed } from '@/lib/places';
import { throttle } from '@/lib/throttle';

import { createMatchToast, wantsMatchToast } from './match-toast';

/** Matches can arrive many times a second: counts and lists are refetched at most this often. */
const REFRESH_MS = 1_000;

/** Removes the lists that this device keeps for when there is no network. */
function forgetLists() {
  const start = JSON.stringify(notificationKeys.all).slice(0, -1);
  import('@/lib/offline/device-store')
    .then(({ forgetAnswers }) => forgetAnswers(start))
    .catch(() => undefined);
}

/** Keeps the app's data current while it is mounted; mounted once, in the signed-in layout. */
export function useLive(): void {
  const queryClient = useQueryClient();
  const userId = useSession((state) => state.user?._id);
  const { pathname } = useLocation();
  const isWanted = useEffectEvent(() => wantsMatchToast(pathname));

  useEffect(() => {
    if (!userId) return;
    const announce = createMatchToast();
    const refresh = throttle(() => {
      void refreshForArrival(queryClient);
      void queryClient.invalidateQueries({ queryKey: watchKeys.all });
    }, REFRESH_MS);
    const refreshAll = throttle(() => {
      void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
    }, REFRESH_MS);
    let opened = false;

    // A toast is not rendered again once the title of its feed is known.
    const titlesOf = async ({ redditPost }: Notification) => {
      if (isFeed(redditPost.subreddit)) {
        await queryClient
          .query({ ...followedFeedsQuery, staleTime: 'static' })
          .catch(() => undefined);
      }
    };
    const onArrival = (notification: Notification) => {
      rememberArrival(notification._id);
      addRecentNotification(queryClient, notification);
      if (isWanted()) void titlesOf(notification).then(() => announce(notification));
      refresh.run();
    };
    const close = openLive({
      userId,
      onStatus: (status) => useLiveState.setState({ status }),
      onEvent: ({ event, data }) => {
        if (event === 'notification') onArrival(JSON.parse(data) as Notification);
        if (event === 'hearing-test') rememberHearing((JSON.parse(data) as { _id: string })._id);
        // The item was removed from the forum: its text must no longer be shown anywhere.
        if (event === 'gone') {
          forgetLists();
          refreshAll.run();
        }
        // Events between two connections are not always repeated.
        if (event === 'changed' || (event === 'ready' && opened)) {
          void refreshForChange(queryClient);
          refresh.run();
        }
        // Neither are those before the first connection, which a response may predate.
        if (event === 'ready' && !opened) void refreshAnswered(queryClient);
        // What failed to load in the meantime may load now.
        if (event === 'ready' && opened) void retryFailed(queryClient);
        if (event === 'ready') opened = true;
      },
    });
    return () => {
      close();
      refresh.cancel();
      refreshAll.cancel();
      useLiveState.setState(useLiveState.getInitialState());
    };
  }, [queryClient, userId]);
}

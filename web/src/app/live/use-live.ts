import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Notification } from '@/api/types';
import { watchKeys } from '@/features/keywords/api/watch-keys';
import { notificationKeys } from '@/features/notifications/api/notification-keys';
import { addRecentNotification } from '@/features/notifications/api/recent-notifications';
import { openLive } from '@/lib/live';
import { rememberArrival, useLiveState } from '@/lib/live-state';
import { throttle } from '@/lib/throttle';

import { createMatchToast } from './match-toast';

/** Matches may come many a second: counts and lists are fetched anew at most this often. */
const REFRESH_MS = 1_000;

/** Keeps the app's data current while it is mounted; mounted once, in the signed-in layout. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const announce = createMatchToast();
    const refresh = throttle(() => {
      void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
      void queryClient.invalidateQueries({ queryKey: watchKeys.all });
    }, REFRESH_MS);
    let opened = false;

    const close = openLive({
      onStatus: (status) => useLiveState.setState({ status }),
      onEvent: ({ event, data }) => {
        if (event === 'ready') {
          // What happened between two connections is not always repeated.
          if (opened) refresh.run();
          opened = true;
        }
        if (event !== 'notification') return;
        const notification = JSON.parse(data) as Notification;
        rememberArrival(notification._id);
        addRecentNotification(queryClient, notification);
        announce(notification);
        refresh.run();
      },
    });
    return () => {
      close();
      refresh.cancel();
      useLiveState.setState({ status: 'connecting', arrivedIds: [] });
    };
  }, [queryClient]);
}

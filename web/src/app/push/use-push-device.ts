import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import { notificationKeys } from '@/entities/notification/notification-keys';
import { useSession } from '@/lib/http/session';

/** The messages that the service worker (public/sw.js) sends to open pages. */
type Message =
  | { type: 'notifications-changed' | 'subscription-changed' }
  | { type: 'open'; path: string };

/** Keeps this browser's alerts working and reacts to actions on them. Mounted once. */
export function usePushDevice(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const userId = useSession((state) => state.user?._id);

  const sync = useEffectEvent(async () => {
    if (!userId || localStorage.getItem('pushDevice') === null) return;
    const [{ syncDevice }, { devicesQuery, endpointsKey }] = await Promise.all([
      import('@/features/push/sync-device'),
      import('@/features/push/api/devices'),
    ]);
    await syncDevice(userId, async () =>
      (await queryClient.query(devicesQuery)).map(({ _id }) => _id),
    );
    await queryClient.invalidateQueries({ queryKey: endpointsKey });
  });
  // A failure is retried when the next page opens.
  const trySync = useEffectEvent(() => void sync().catch(() => undefined));

  const onMessage = useEffectEvent(({ data }: MessageEvent<Message>) => {
    if (data.type === 'open') void navigate(data.path);
    if (data.type === 'subscription-changed') trySync();
    if (data.type === 'notifications-changed') {
      void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
    }
  });

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const worker = navigator.serviceWorker;
    const listen = (event: MessageEvent<Message>) => onMessage(event);
    worker.addEventListener('message', listen);
    return () => worker.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if ('serviceWorker' in navigator) trySync();
  }, [userId]);
}

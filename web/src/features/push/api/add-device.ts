import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deviceName } from '@/lib/device-name';
import { api, unwrap } from '@/lib/http/api-client';

import { type Device, keepDevice } from '../push-device';
import { PushFailure } from '../push-failure';
import { subscribe } from '../subscription';
import { endpointsKey } from './devices';

/**
 * Registers this browser as a device of the user and stores it. Requires the permission to show
 * notifications. Throws `PushFailure`, or the server's refusal.
 */
export async function addDevice(userId: string): Promise<Device> {
  const { publicKey } = await unwrap(api.GET('/api/push/key'));
  const subscription = await subscribe(publicKey);
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new PushFailure('service');
  const body = { endpoint, keys: { p256dh, auth }, name: deviceName(navigator.userAgent) };
  const { _id } = await unwrap(api.POST('/api/push/subscriptions', { body }));
  const device = { endpointId: _id, userId, address: endpoint };
  keepDevice(device);
  return device;
}

/** Asks for the browser's permission, then registers it as a device. Must be called on a click. */
export function useTurnOn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) => {
      const permission = await Notification.requestPermission();
      if (permission === 'denied') throw new PushFailure('denied');
      if (permission === 'default') throw new PushFailure('unanswered');
      return addDevice(userId);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointsKey }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deviceName } from '@/lib/device-name';
import { api, unwrap } from '@/lib/http/api-client';

import { type Device, keepDevice } from '../push-device';
import { PushFailure } from '../push-failure';
import { subscribe } from '../subscription';
import { endpointsKey } from './devices';

/**
 * Makes this browser a device of the user, and remembers it. The browser must have been allowed to
 * show notifications. Throws `PushFailure`, or what the server refused.
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

/** Asks the browser for its permission, then makes it a device. Only to be called on a click. */
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

import { api } from '@/lib/http/api-client';

import { keepDevice, readDevice } from './push-device';
import { unsubscribe } from './subscription';

/**
 * After a sign-out this browser shows no more alerts: someone else may use it next. `token` is the
 * access token of the session that has just ended.
 */
export async function leaveDevice(token: string): Promise<void> {
  const device = readDevice();
  if (!device) return;
  keepDevice(null);
  const told = api.DELETE('/api/endpoints/{id}', {
    params: { path: { id: device.endpointId } },
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
  });
  // Each is enough by itself: the push service reports to the server, too, that nobody listens any
  // more.
  await Promise.allSettled([told, unsubscribe()]);
}

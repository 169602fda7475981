import { api } from '@/lib/http/api-client';

import { keepDevice, readDevice } from './push-device';
import { unsubscribe } from './subscription';

/**
 * Stops alerts in this browser after a sign-out, since someone else may use it next. `token` is the
 * access token of the ended session.
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
  // Either is enough: the push service also reports to the server that the subscription has ended.
  await Promise.allSettled([told, unsubscribe()]);
}

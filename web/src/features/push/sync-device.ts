import { addDevice } from './api/add-device';
import { deleteDevice } from './api/devices';
import { readPermission } from './permission';
import { type Device, keepDevice, readDevice } from './push-device';
import { currentSubscription, unsubscribe } from './subscription';

/** What this browser remembers, and how things are. */
export type Situation = {
  device: Device;
  userId: string;
  permission: NotificationPermission;
  /** The address that the push service has for this browser now. */
  address: string | null;
  /** The user's devices, as the server knows them. */
  listed: readonly string[];
};

/**
 * What to do so that browser and server agree. `renew`: the browser has lost or changed its address,
 * and the user still wants alerts. `remove`: they were blocked in the browser. `stop`: they were
 * switched off from another device, or are someone else's.
 */
export function nextStep(situation: Situation): 'nothing' | 'renew' | 'remove' | 'stop' {
  const { device, userId, permission, address, listed } = situation;
  if (device.userId !== userId) return 'stop';
  if (permission !== 'granted') return 'remove';
  if (address !== device.address) return 'renew';
  return listed.includes(device.endpointId) ? 'nothing' : 'stop';
}

/**
 * Mends what has changed since the last visit. Called once for a page, and when the service worker
 * tells of a new subscription. `listDevices` answers the ids of the user's devices.
 */
export async function syncDevice(
  userId: string,
  listDevices: () => Promise<readonly string[]>,
): Promise<void> {
  const device = readDevice();
  if (!device) return;
  const address = (await currentSubscription())?.endpoint ?? null;
  const listed = await listDevices();
  const step = nextStep({ device, userId, permission: readPermission(), address, listed });
  if (step === 'renew') {
    const { endpointId } = await addDevice(userId);
    if (endpointId !== device.endpointId) await deleteDevice(device.endpointId);
  } else if (step !== 'nothing') {
    keepDevice(null);
    if (step === 'remove') await deleteDevice(device.endpointId);
    await unsubscribe();
  }
}

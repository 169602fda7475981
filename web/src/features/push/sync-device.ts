import { addDevice } from './api/add-device';
import { deleteDevice } from './api/devices';
import { readPermission } from './permission';
import { type Device, keepDevice, readDevice } from './push-device';
import { currentSubscription, unsubscribe } from './subscription';

/** The stored device and the current state. */
export type Situation = {
  device: Device;
  userId: string;
  permission: NotificationPermission;
  /** The current address of this browser at the push service. */
  address: string | null;
  /** The ids of the user's devices at the server. */
  listed: readonly string[];
};

/**
 * Returns the step that brings browser and server in agreement. `renew`: the browser has lost or
 * changed its address, and the user still wants alerts. `remove`: notifications were blocked in the
 * browser. `stop`: the device was removed elsewhere, or belongs to another user.
 */
export function nextStep(situation: Situation): 'nothing' | 'renew' | 'remove' | 'stop' {
  const { device, userId, permission, address, listed } = situation;
  if (device.userId !== userId) return 'stop';
  if (permission !== 'granted') return 'remove';
  if (address !== device.address) return 'renew';
  return listed.includes(device.endpointId) ? 'nothing' : 'stop';
}

/**
 * Reconciles browser and server. Called once per page, and when the service worker reports a new
 * subscription. `listDevices` returns the ids of the user's devices.
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

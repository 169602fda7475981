import { create } from 'zustand';

/**
 * This browser's registration as a device: its endpoint at the server, the user who gets its
 * alerts, and the push service address that the server knows.
 */
export type Device = { endpointId: string; userId: string; address: string };

const KEY = 'pushDevice';

export const useDevice = create<{ device: Device | null }>()(() => ({ device: readDevice() }));

export function keepDevice(device: Device | null): void {
  if (device) localStorage.setItem(KEY, JSON.stringify(device));
  else localStorage.removeItem(KEY);
  useDevice.setState({ device });
}

/** Returns the stored device, which another tab may have changed. */
export function readDevice(): Device | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Device | null;
  } catch {
    return null;
  }
}

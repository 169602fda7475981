import { create } from 'zustand';

/**
 * What this browser remembers of being one of the user's devices: the endpoint that the server made
 * of it, whose alerts it gets, and the address at the push service that the server knows.
 */
export type Device = { endpointId: string; userId: string; address: string };

const KEY = 'pushDevice';

export const useDevice = create<{ device: Device | null }>()(() => ({ device: readDevice() }));

export function keepDevice(device: Device | null): void {
  if (device) localStorage.setItem(KEY, JSON.stringify(device));
  else localStorage.removeItem(KEY);
  useDevice.setState({ device });
}

/** As it is stored now: another tab may have changed it. */
export function readDevice(): Device | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Device | null;
  } catch {
    return null;
  }
}

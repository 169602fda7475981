import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Makes the browser report that it has lost its network, or that the network is back. */
export function setNetwork(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
}

import { create } from 'zustand';

export type Overlay = 'palette' | 'shortcuts' | 'read-all';

/** The app's own dialog that is open. Any screen can open one. */
export const useOverlay = create<{ shown: Overlay | null }>()(() => ({ shown: null }));

export function showOverlay(shown: Overlay | null): void {
  useOverlay.setState({ shown });
}

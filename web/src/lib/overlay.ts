import { create } from 'zustand';

export type Overlay = 'palette' | 'shortcuts' | 'read-all';

/** Which of the app's own dialogs is open, so that any screen can open one. */
export const useOverlay = create<{ shown: Overlay | null }>()(() => ({ shown: null }));

export function showOverlay(shown: Overlay | null): void {
  useOverlay.setState({ shown });
}

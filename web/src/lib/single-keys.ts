import { create } from 'zustand';

const KEY = 'singleKeys';

/**
 * Whether single-key shortcuts are on. Speech input and unsteady hands can trigger them by
 * accident, so they can be switched off on each device (WCAG 2.1.4).
 */
export const useSingleKeys = create<{ on: boolean }>()(() => ({
  on: localStorage.getItem(KEY) !== 'off',
}));

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  useSingleKeys.setState({ on });
}

import { create } from 'zustand';

const KEY = 'matchToasts';

/**
 * Whether this browser shows toasts for new matches, on screens that do not list matches. Off by
 * default, since other toasts report what the user did.
 */
export const useMatchToasts = create<{ on: boolean }>()(() => ({
  on: localStorage.getItem(KEY) === 'on',
}));

export function setMatchToasts(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  useMatchToasts.setState({ on });
}

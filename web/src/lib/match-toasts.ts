import { create } from 'zustand';

const KEY = 'matchToasts';

/**
 * Whether this browser shows a toast of a new match, on screens that do not list matches. It does
 * only if asked: toasts are about what a person did.
 */
export const useMatchToasts = create<{ on: boolean }>()(() => ({
  on: localStorage.getItem(KEY) === 'on',
}));

export function setMatchToasts(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  useMatchToasts.setState({ on });
}

import { create } from 'zustand';

import type { Theme } from '@/api/types';

type ShownTheme = 'light' | 'dark';

const KEY = 'theme';
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Returns the saved theme, otherwise the system's, otherwise light. */
function resolve(): ShownTheme {
  const saved = localStorage.getItem(KEY);
  if (saved === 'light' || saved === 'dark') return saved;
  return systemDark().matches ? 'dark' : 'light';
}

export const useTheme = create<{ theme: ShownTheme }>()(() => ({ theme: resolve() }));

/** Saves the theme on this device and applies it; `system` removes the saved one. */
export function chooseTheme(choice: Theme): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
}

function apply(): void {
  const theme = resolve();
  document.documentElement.dataset.theme = theme;
  useTheme.setState({ theme });
}

/** Follows the system's setting and choices in other tabs. */
export function followTheme(): () => void {
  const query = systemDark();
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) apply();
  };
  apply();
  query.addEventListener('change', apply);
  window.addEventListener('storage', onStorage);
  return () => {
    query.removeEventListener('change', apply);
    window.removeEventListener('storage', onStorage);
  };
}

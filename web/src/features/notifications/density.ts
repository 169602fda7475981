import { create } from 'zustand';

const KEY = 'density';

export type Density = 'comfortable' | 'compact';

/** How close together the notifications stand on this device. */
export const useDensity = create<{ density: Density }>()(() => ({
  density: localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable',
}));

export function setDensity(density: Density): void {
  if (density === 'compact') localStorage.setItem(KEY, density);
  else localStorage.removeItem(KEY);
  useDensity.setState({ density });
}

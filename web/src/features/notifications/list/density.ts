import { create } from 'zustand';

const KEY = 'density';

export type Density = 'comfortable' | 'compact';

/** The spacing of the notifications on this device. */
export const useDensity = create<{ density: Density }>()(() => ({
  density: localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable',
}));

export function setDensity(density: Density): void {
  if (density === 'compact') localStorage.setItem(KEY, density);
  else localStorage.removeItem(KEY);
  useDensity.setState({ density });
}

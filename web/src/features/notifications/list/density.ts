import { create } from 'zustand';

const KEY = 'density';

export type Density = 'cards' | 'rows';

/** Returns the density that is stored. What is rows now was compact cards before. */
export const densityOf = (stored: string | null): Density =>
  stored === 'rows' || stored === 'compact' ? 'rows' : 'cards';

/** Whether the notifications are cards or rows of one line on this device. */
export const useDensity = create<{ density: Density }>()(() => ({
  density: densityOf(localStorage.getItem(KEY)),
}));

export function setDensity(density: Density): void {
  if (density === 'rows') localStorage.setItem(KEY, density);
  else localStorage.removeItem(KEY);
  useDensity.setState({ density });
}

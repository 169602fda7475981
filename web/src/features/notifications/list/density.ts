import { useSearchParams } from 'react-router';
import { create } from 'zustand';

import type { Density } from '@/api/types';

const KEY = 'density';

/** Returns the density that is stored. What is rows now was compact cards before. */
export const densityOf = (stored: string | null): Density =>
  stored === 'rows' || stored === 'compact' ? 'rows' : 'cards';

/** Returns the density in the page's address, which only that of a saved view has. */
export const densityIn = (params: URLSearchParams): Density | undefined =>
  params.has('density') ? densityOf(params.get('density')) : undefined;

const useOwnDensity = create<{ density: Density }>()(() => ({
  density: densityOf(localStorage.getItem(KEY)),
}));

/** Returns the density of the page: that of its address, or else the one chosen on this device. */
export function useDensity(): Density {
  const [params] = useSearchParams();
  const own = useOwnDensity(({ density }) => density);
  return densityIn(params) ?? own;
}

export function setDensity(density: Density): void {
  if (density === 'rows') localStorage.setItem(KEY, density);
  else localStorage.removeItem(KEY);
  useOwnDensity.setState({ density });
}

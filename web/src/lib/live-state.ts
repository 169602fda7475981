import { create } from 'zustand';

import type { LiveStatus } from './live';

const REMEMBERED = 50;

/** How the live connection is, and which notifications came over it since the page was opened. */
export const useLiveState = create<{ status: LiveStatus; arrivedIds: string[] }>()(() => ({
  status: 'connecting',
  arrivedIds: [],
}));

export function rememberArrival(id: string): void {
  useLiveState.setState(({ arrivedIds }) => ({
    arrivedIds: [...arrivedIds.filter((seen) => seen !== id), id].slice(-REMEMBERED),
  }));
}

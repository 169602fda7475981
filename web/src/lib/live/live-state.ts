import { create } from 'zustand';

import type { LiveStatus } from './live-status';

const REMEMBERED = 1_000;

type LiveState = {
  /** How the live connection is. */
  status: LiveStatus;
  /** Which notifications came over it since the page was opened, newest last. */
  arrivedIds: string[];
  /** How many of them came while the tab was hidden, which it has been since. */
  unseen: number;
  /** The hearing test that came last, and when, by `performance.now()`. */
  heard: { id: string; at: number } | null;
};

export const useLiveState = create<LiveState>()(() => ({
  status: 'connecting',
  arrivedIds: [],
  unseen: 0,
  heard: null,
}));

export function rememberHearing(id: string): void {
  useLiveState.setState({ heard: { id, at: performance.now() } });
}

export function rememberArrival(id: string): void {
  useLiveState.setState(({ arrivedIds, unseen }) => {
    if (arrivedIds.includes(id)) return {};
    return {
      arrivedIds: [...arrivedIds, id].slice(-REMEMBERED),
      unseen: document.hidden ? unseen + 1 : 0,
    };
  });
}

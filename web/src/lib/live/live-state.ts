import { create } from 'zustand';

import type { LiveStatus } from './live-status';

const REMEMBERED = 1_000;

type LiveState = {
  /** The status of the live connection. */
  status: LiveStatus;
  /** The ids of notifications that arrived since the page was opened, newest last. */
  arrivedIds: string[];
  /** The number of those that arrived since the tab was hidden. */
  unseen: number;
  /** The last hearing test, and when it arrived by `performance.now()`. */
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

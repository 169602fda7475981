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
};

export const useLiveState = create<LiveState>()(() => ({
  status: 'connecting',
  arrivedIds: [],
  unseen: 0,
}));

export function rememberArrival(id: string): void {
  useLiveState.setState(({ arrivedIds, unseen }) => {
    if (arrivedIds.includes(id)) return {};
    return {
      arrivedIds: [...arrivedIds, id].slice(-REMEMBERED),
      unseen: document.hidden ? unseen + 1 : 0,
    };
  });
}

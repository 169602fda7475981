import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

import { asOfText } from '@/lib/dates';
import { lostSince } from '@/lib/offline/network';

/** Returns from when the oldest data on the screen is; null if there are no data. */
export function useShownAsOf(): string | null {
  const cache = useQueryClient().getQueryCache();
  const follow = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const time = useSyncExternalStore(follow, () => oldest(cache));
  return time === null ? null : asOfText(time);
}

function oldest(cache: QueryCache): number | null {
  const times = cache
    .findAll({ type: 'active' })
    .filter(({ state }) => state.data !== undefined)
    // Live events kept everything else current until the network was lost.
    .map(({ state }) => (state.isInvalidated ? state.dataUpdatedAt : lostSince()));
  return times.length === 0 ? null : Math.min(...times);
}

import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import type { Watch, WatchList } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';

type Cached = WatchList | InfiniteData<WatchList>;

/**
 * Shows a change of `watch` in every cached list and its counts before the server confirms it;
 * `next` is null for a deleted watch. Returns a function that reverts the change.
 */
export function showWatch(queryClient: QueryClient, watch: Watch, next: Watch | null): () => void {
  // A list in flight holds the state before the change.
  void queryClient.cancelQueries({ queryKey: watchKeys.all });
  const before = queryClient.getQueriesData<Cached>({ queryKey: watchKeys.all });
  const change = (list: WatchList) => changed(list, watch, next);
  queryClient.setQueriesData<Cached>({ queryKey: watchKeys.all }, (cached) => {
    if (!cached) return cached;
    return 'pages' in cached ? { ...cached, pages: cached.pages.map(change) } : change(cached);
  });
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

// The counts cover all watches, so they also change in a list without this one.
function changed(list: WatchList, watch: Watch, next: Watch | null): WatchList {
  const { _id } = watch;
  return {
    ...list,
    total: list.total - (next ? 0 : 1),
    active: list.active - Number(watch.isActive) + Number(next?.isActive ?? false),
    watches: list.watches.flatMap((held) => (held._id === _id ? (next ?? []) : held)),
  };
}

import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import type { Watch, WatchList } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';

type Cached = WatchList | InfiniteData<WatchList>;

/**
 * Shows a change of `watch` in every cached list and its counts before the server has confirmed it;
 * `next` is null for a watch that goes. Answers what takes the change back.
 */
export function showWatch(queryClient: QueryClient, watch: Watch, next: Watch | null): () => void {
  // A list that is on its way holds the state before the change.
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

// The counts are of all watches, so they change in a list that does not hold this one, too.
function changed(list: WatchList, watch: Watch, next: Watch | null): WatchList {
  const { _id } = watch;
  return {
    ...list,
    total: list.total - (next ? 0 : 1),
    active: list.active - Number(watch.isActive) + Number(next?.isActive ?? false),
    watches: list.watches.flatMap((held) => (held._id === _id ? (next ?? []) : held)),
  };
}

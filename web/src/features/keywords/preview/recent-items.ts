import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { isSite } from '@/lib/places';

/** The number of items that a preview searches. */
export const RECENT_ITEMS = 500;

const FRESH_MS = 60_000;

/** Fetches the newest items of these places (none: all of Reddit). */
export function recentItemsQuery(places: readonly string[]) {
  const names = places.map((name) => name.toLowerCase()).sort();
  const isAll = names.length === 0 || names.includes('all');
  // All of Reddit includes every subreddit, but no site.
  const scope = (isAll ? ['all', ...names.filter(isSite)] : names).join(',');
  return queryOptions({
    queryKey: ['items', 'recent', scope],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/items/recent', {
          params: { query: { subreddits: scope, limit: RECENT_ITEMS } },
          signal,
        }),
      ),
    staleTime: FRESH_MS,
  });
}

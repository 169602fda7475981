import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { isSite } from '@/lib/places';

/** How many items a preview searches. */
export const RECENT_ITEMS = 500;

const FRESH_MS = 60_000;

/** The newest items of these places, of all of Reddit for an empty list, and how many come a day. */
export function recentItemsQuery(places: readonly string[]) {
  const names = places.map((name) => name.toLowerCase()).sort();
  const isAll = names.length === 0 || names.includes('all');
  // Everything has all subreddits in it, and no site.
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

import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** How many items a preview searches. */
export const RECENT_ITEMS = 500;

const FRESH_MS = 60_000;

/** The newest items of these subreddits, of every one for an empty list, and how many come a day. */
export function recentItemsQuery(subreddits: readonly string[]) {
  const names = subreddits.map((name) => name.toLowerCase()).sort();
  const scope = names.length === 0 || names.includes('all') ? 'all' : names.join(',');
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

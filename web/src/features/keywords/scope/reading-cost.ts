import { queryOptions, skipToken } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { ApiError } from '@/lib/http/api-error';
import { quietFetch } from '@/lib/http/auth-fetch';

/** The time to wait after a rate limit, in ms. */
const PAUSE_MS = 5_000;

/** Fetches what it would take to read more subreddits, along with these subreddits. */
export const readingCostQuery = (added: readonly string[]) =>
  queryOptions({
    queryKey: ['reading-cost', added],
    queryFn:
      added.length > 0
        ? async ({ signal }) => ({
            added,
            cost: await unwrap(
              api.POST('/api/coverage/plan', {
                body: { subreddits: [...added] },
                signal,
                fetch: quietFetch,
              }),
            ),
          })
        : skipToken,
    // The watched subreddits may have changed since.
    staleTime: 0,
    // The form works without it.
    retry: false,
    refetchInterval: ({ state }) =>
      state.error instanceof ApiError && state.error.status === 429 ? PAUSE_MS : false,
  });

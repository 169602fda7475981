import { queryOptions, skipToken } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { ApiError } from '@/lib/http/api-error';
import { quietFetch } from '@/lib/http/auth-fetch';

/** How long to wait after a rate limit, in ms. */
const PAUSE_MS = 5_000;

/** What it would take to read more subreddits. The answer comes with those that it is of. */
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
    // What is watched may have changed since.
    staleTime: 0,
    // The form does without it.
    retry: false,
    refetchInterval: ({ state }) =>
      state.error instanceof ApiError && state.error.status === 429 ? PAUSE_MS : false,
  });

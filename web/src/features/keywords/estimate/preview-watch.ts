import { queryOptions, skipToken } from '@tanstack/react-query';

import type { WatchPreviewInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { ApiError } from '@/lib/http/api-error';
import { quietFetch } from '@/lib/http/auth-fetch';

/** How long to wait after a rate limit, in ms. */
const PAUSE_MS = 5_000;

/** Whether the server was asked too often. */
export const isTooMuch = (error: Error | null) => error instanceof ApiError && error.status === 429;

/**
 * What the server knows of a watch before it is saved: how much it finds in stored items, and what
 * is odd about it. The answer comes with the rule that it is of.
 */
export const watchPreviewQuery = (rule: WatchPreviewInput | null) =>
  queryOptions({
    // Apart from the watches: those are fetched anew after a save, when it would be like itself.
    queryKey: ['watch-preview', rule],
    queryFn: rule
      ? async ({ signal }) => ({
          rule,
          preview: await unwrap(
            api.POST('/api/keywords/preview', { body: rule, signal, fetch: quietFetch }),
          ),
        })
      : skipToken,
    // Another watch may have been saved since.
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (isTooMuch(state.error) ? PAUSE_MS : false),
  });

import { queryOptions, skipToken } from '@tanstack/react-query';

import type { WatchPreviewInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { ApiError } from '@/lib/http/api-error';
import { quietFetch } from '@/lib/http/auth-fetch';

/** The time to wait after a rate limit, in ms. */
const PAUSE_MS = 5_000;

/** Returns whether the server refused because of too many requests. */
export const isTooMuch = (error: Error | null) => error instanceof ApiError && error.status === 429;

/**
 * Fetches what the server knows of a watch before it is saved: its matches among stored items, and
 * remarks. The result includes the rule that it belongs to.
 */
export const watchPreviewQuery = (rule: WatchPreviewInput | null) =>
  queryOptions({
    // Not among the watches: they are refetched after a save, when it would resemble itself.
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

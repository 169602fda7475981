import { QueryClient } from '@tanstack/react-query';

import { lastAnswer } from '../offline/last-answer';
import { ApiError, OfflineError, RateLimitedError } from './api-error';

const FRESH_MS = 300_000;

/**
 * Creates a client whose data is fresh for 300 s and whose failed queries are retried once. Without
 * a network, queries have their last answer and changes fail, except those that wait (`queued`).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 1 && !isPointless(error),
        // Live events keep the data current, so focusing the window need not refetch it.
        refetchOnWindowFocus: false,
        networkMode: 'always',
        persister: lastAnswer,
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Refetches what is on the screen and could not be loaded. */
export async function retryFailed(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && !isPointless(state.error),
  });
}

/** Returns whether a retry is useless: offline, under a rate limit, or after the session's end. */
function isPointless(error: unknown): boolean {
  if (error instanceof RateLimitedError || error instanceof OfflineError) return true;
  return error instanceof ApiError && error.status === 401;
}

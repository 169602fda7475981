import { QueryClient } from '@tanstack/react-query';

import { ApiError, RateLimitedError } from './api-error';

const FRESH_MS = 300_000;

/** Data is fresh for 300 s and a failed query is tried once more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 1 && !isPointless(error),
        // Live events keep the data current; a focused window need not ask again.
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** Asks again for what is on the screen and could not be loaded. */
export async function retryFailed(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && !isPointless(state.error),
  });
}

/** Asking again cannot help while a rate limit holds or after the session has ended. */
function isPointless(error: unknown): boolean {
  if (error instanceof RateLimitedError) return true;
  return error instanceof ApiError && error.status === 401;
}

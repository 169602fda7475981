import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { channelKeys } from './channel-keys';

/** Query for the secret addresses of the user's feeds, of all keywords and of each. */
export const feedsQuery = queryOptions({
  queryKey: channelKeys.feeds,
  queryFn: ({ signal }) => unwrap(api.GET('/api/feeds', { signal })),
  // The feeds depend on the keywords, which change on another screen.
  staleTime: 0,
});

/** Gives every feed a new address; the old ones stop working. */
export function useResetFeeds() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/feeds/reset')),
    onSuccess: (feeds) => queryClient.setQueryData(channelKeys.feeds, feeds),
  });
}

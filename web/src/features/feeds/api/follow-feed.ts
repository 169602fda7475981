import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { FollowInput } from '@/api/types';
import { followedFeedsKey } from '@/entities/feed/followed-feeds';
import { api, unwrap } from '@/lib/http/api-client';

/** Follows the feed at an address, or the one that the web page there names. */
async function followFeed(body: FollowInput) {
  const call = api.POST('/api/sources/feeds', { body });
  const [answer, { response }] = await Promise.all([unwrap(call), call]);
  return { ...answer, isNew: response.status === 201 };
}

export function useFollowFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: followFeed,
    // Settles once the list is up to date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: followedFeedsKey }),
  });
}

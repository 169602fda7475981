import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { FollowedFeed } from '@/api/types';
import { followedFeedsKey } from '@/entities/feed/followed-feeds';
import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

export function useUnfollowFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id: id }: FollowedFeed) => {
      try {
        await unwrap(api.DELETE('/api/sources/feeds/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Already unfollowed elsewhere, which is the wanted result.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    // Settles once the list is up to date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: followedFeedsKey }),
  });
}

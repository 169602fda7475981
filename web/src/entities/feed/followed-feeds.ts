import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { nameFeeds } from '@/lib/places';

export const followedFeedsKey = ['followed-feeds'] as const;

/** Query for the feeds that the user follows, by title, and for the plan's limit. */
export const followedFeedsQuery = queryOptions({
  queryKey: followedFeedsKey,
  queryFn: async ({ signal }) => {
    const followed = await unwrap(api.GET('/api/sources/feeds', { signal }));
    nameFeeds(followed.feeds);
    return followed;
  },
});

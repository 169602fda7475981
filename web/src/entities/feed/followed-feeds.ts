import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

export const followedFeedsKey = ['followed-feeds'] as const;

/** The feeds that the user follows, by title, and how many the plan has room for. */
export const followedFeedsQuery = queryOptions({
  queryKey: followedFeedsKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/sources/feeds', { signal })),
});

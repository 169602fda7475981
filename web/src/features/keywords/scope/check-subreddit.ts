import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Checks whether a subreddit exists, and how the forum spells its name. */
export const subredditQuery = (name: string) =>
  queryOptions({
    queryKey: ['subreddits', name.toLowerCase()],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/subreddits/validate/{name}', { params: { path: { name } }, signal })),
    retry: false,
  });

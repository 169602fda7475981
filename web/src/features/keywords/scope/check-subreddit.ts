import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Whether a subreddit exists, and its name as the forum spells it. */
export const subredditQuery = (name: string) =>
  queryOptions({
    queryKey: ['subreddits', name.toLowerCase()],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/subreddits/validate/{name}', { params: { path: { name } }, signal })),
    retry: false,
  });

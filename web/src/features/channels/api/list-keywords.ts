import { queryOptions } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

/** The server's maximum page size. */
const PAGE_SIZE = 100;

/** Query for all keywords of the user, newest first. */
export const keywordsQuery = queryOptions({
  queryKey: ['channels', 'keywords'],
  queryFn: async ({ signal }) => {
    const found: Watch[] = [];
    for (let page = 1; ; page++) {
      const query = { limit: PAGE_SIZE, page };
      const list = await unwrap(api.GET('/api/keywords', { params: { query }, signal }));
      found.push(...list.watches);
      if (page * PAGE_SIZE >= list.total)
        return found.map(({ _id, keyword }) => ({ _id, keyword }));
    }
  },
  // Keywords change on another screen.
  staleTime: 0,
});

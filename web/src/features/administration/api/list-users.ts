import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

/** Query for the newest accounts, or for those whose address begins with `search`. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: administrationKeys.users(search),
    queryFn: ({ pageParam: cursor, signal }) =>
      unwrap(api.GET('/api/admin/users', { params: { query: { search, cursor } }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Keeps the previous accounts while others load during typing.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

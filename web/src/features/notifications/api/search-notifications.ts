import { infiniteQueryOptions } from '@tanstack/react-query';

import type { MatchFilters } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { api, unwrap } from '@/lib/http/api-client';

const PAGE_SIZE = 20;

/** Fetches notifications by filters, newest first. An empty page may still have a next one. */
export const searchQuery = (filters: MatchFilters) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list({ search: filters }),
    queryFn: ({ pageParam: after, signal }) =>
      unwrap(
        api.GET('/api/notifications/search', {
          params: { query: { ...filters, after, limit: PAGE_SIZE } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

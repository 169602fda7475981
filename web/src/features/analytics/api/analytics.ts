import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

export type AnalyticsQuery = { from: string; until: string; keyword?: string };

/** Query for the matches of a range of days, and of as many days before. */
export const analyticsQuery = (query: AnalyticsQuery) =>
  queryOptions({
    queryKey: ['analytics', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/analytics', { params: { query }, signal })),
    // Matches keep arriving.
    staleTime: 0,
  });

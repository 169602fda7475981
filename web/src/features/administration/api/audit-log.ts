import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

const PAGE_SIZE = 10;

/** Query for the audit log, newest first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: administrationKeys.auditLog,
  queryFn: ({ pageParam: before, signal }) =>
    unwrap(
      api.GET('/api/admin/audit-log', {
        params: { query: { before, limit: PAGE_SIZE } },
        signal,
      }),
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?._id : undefined),
  staleTime: 0,
});

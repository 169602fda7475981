import { queryOptions } from '@tanstack/react-query';

import { insightKeys } from '@/entities/insights/insight-keys';
import { api, unwrap } from '@/lib/http/api-client';

/** Removes the stored result, on every device. */
export const clearLatest = () => unwrap(api.DELETE('/api/ai/insights'));

/** Restores the result that `clearLatest` removed. */
export const restoreLatest = () => unwrap(api.POST('/api/ai/insights/restore'));

/** The sample data of demo mode. */
export const demoQuery = queryOptions({
  queryKey: insightKeys.demo,
  queryFn: ({ signal }) => unwrap(api.GET('/api/ai/insights/demo', { signal })),
  staleTime: Infinity,
});

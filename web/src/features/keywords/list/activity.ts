import { queryOptions, useQueries } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** The page size of the list. */
const PAGE_SIZE = 100;

/** The number of matches on each day of a watch, oldest first, today last. */
export type Trend = {
  days: readonly string[];
  counts: readonly number[];
  /** The upper bound of a count, which means this many or more. */
  maxCount: number;
  /** When a match was last marked as not relevant, if a change of the watch is due; else null. */
  proposalDueAt: string | null;
};

const fetchActivity = (page: number, signal: AbortSignal) =>
  unwrap(
    api.GET('/api/keywords/activity', { params: { query: { limit: PAGE_SIZE, page } }, signal }),
  );

// Not among the watches, whose cached lists show a change at once. With another total the pages
// hold other watches.
const activityQuery = (page: number, total: number) =>
  queryOptions({
    queryKey: ['watch-activity', total, page],
    queryFn: ({ signal }) => fetchActivity(page, signal),
    // The list works without it.
    retry: false,
  });

type Answer = { data?: Awaited<ReturnType<typeof fetchActivity>> };

/** Combines the answers. A constant, so that a trend stays the same object until it is fetched. */
const byWatch = (answers: Answer[]): ReadonlyMap<string, Trend> =>
  new Map(
    answers.flatMap(({ data }) =>
      (data?.watches ?? []).map(({ _id, counts, proposalDueAt }): [string, Trend] => [
        _id,
        { days: data?.days ?? [], counts, proposalDueAt, maxCount: data?.maxCount ?? 0 },
      ]),
    ),
  );

/** Returns the trends of the watches on the first `pages` pages of a list of `total`, by id. */
export const useTrends = (pages: number, total: number): ReadonlyMap<string, Trend> =>
  useQueries({
    queries: Array.from({ length: pages }, (_, index) => activityQuery(index + 1, total)),
    combine: byWatch,
  });

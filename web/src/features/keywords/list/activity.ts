import { queryOptions, useQueries } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** As many as the list has on a page. */
const PAGE_SIZE = 100;

/** How many matches the days of a watch brought, oldest first, today last. */
export type Trend = {
  days: readonly string[];
  counts: readonly number[];
  /** This many stands for that many or more. */
  maxCount: number;
  /** When a match was last marked as not relevant, if a change of the watch is due; else null. */
  proposalDueAt: string | null;
};

// Apart from the watches, whose lists a change is shown in. With another number of them the pages
// hold others.
const activityQuery = (page: number, total: number) =>
  queryOptions({
    queryKey: ['watch-activity', total, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/keywords/activity', {
          params: { query: { limit: PAGE_SIZE, page } },
          signal,
        }),
      ),
    // The list does without it.
    retry: false,
  });

/** The trends of the watches on the first `pages` pages of a list of `total`, by id. */
export function useTrends(pages: number, total: number): ReadonlyMap<string, Trend> {
  return useQueries({
    queries: Array.from({ length: pages }, (_, index) => activityQuery(index + 1, total)),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) =>
          (data?.watches ?? []).map(({ _id, counts, proposalDueAt }): [string, Trend] => [
            _id,
            { days: data?.days ?? [], counts, proposalDueAt, maxCount: data?.maxCount ?? 0 },
          ]),
        ),
      ),
  });
}

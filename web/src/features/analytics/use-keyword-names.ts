import { useQuery } from '@tanstack/react-query';

import { watchesQuery } from '@/entities/watch/list-watches';

/** As many as a list has on a page; those that matter are the newest, and the chart itself leads to others. */
const MAX_LISTED = 100;

/** The texts of the user's keywords, by id. */
export function useKeywordNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(watchesQuery({ limit: MAX_LISTED }));
  return new Map(data?.watches.map(({ _id, keyword }) => [_id, keyword]));
}

import { useQuery } from '@tanstack/react-query';

import { watchesQuery } from '@/entities/watch/list-watches';

/** The server's maximum page size. The newest are enough: the chart leads to the others. */
const MAX_LISTED = 100;

/** Returns the texts of the user's keywords, by id. */
export function useKeywordNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(watchesQuery({ limit: MAX_LISTED }));
  return new Map(data?.watches.map(({ _id, keyword }) => [_id, keyword]));
}

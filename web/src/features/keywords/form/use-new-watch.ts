import { useOfferedSites, useReadsReddit } from '@/entities/site/offered-sites';

import { newWatch } from './watch-defaults';

/** Returns a new watch for all of Reddit or, where Reddit is not read, for every site that is. */
export function useNewWatch(): typeof newWatch {
  const sites = useOfferedSites();
  const readsReddit = useReadsReddit();
  if (readsReddit || sites.length === 0) return newWatch;
  return { ...newWatch, subreddits: sites.toSorted() };
}

import { useOfferedSites, useReadsReddit } from '@/entities/site/offered-sites';

import { newWatch } from './watch-defaults';

/** A new watch: it listens to all of Reddit, and where that is not read, to every site that is. */
export function useNewWatch(): typeof newWatch {
  const sites = useOfferedSites();
  const readsReddit = useReadsReddit();
  if (readsReddit || sites.length === 0) return newWatch;
  return { ...newWatch, subreddits: sites.toSorted() };
}

import { useQuery } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { coverageQuery } from '@/entities/coverage/coverage';
import { percentText } from '@/entities/coverage/coverage-texts';

/** Every page includes the coverage of everything. */
const shareQuery = coverageQuery({ limit: 1 });

/** Returns the hint of the subreddit field about what is searched. */
export function useScopeHint({ subreddits, filters }: Pick<Watch, 'subreddits' | 'filters'>) {
  const hasAll = subreddits.every((name) => name.toLowerCase() === 'all');
  const isSample = hasAll && filters.includeComments && !filters.matchTitlesOnly;
  const { data } = useQuery({ ...shareQuery, enabled: isSample, retry: false });
  return scopeHint(isSample, data?.everything.comments?.shareOfLastHour ?? null);
}

/** Returns the hint. `share` is the part read of everything's comments in the last hour. */
export function scopeHint(isSample: boolean, share: number | null): string {
  const hint = 'Separate names with commas. “all” watches every subreddit';
  if (!isSample) return `${hint}.`;
  const part = share === 1 ? 'all' : `about ${percentText(share ?? 0)}`;
  const known = share === null ? '' : ` (${part} in the last hour)`;
  return `${hint}: all posts, but only a sample of the comments${known}. To have Harken read every comment in a subreddit, name it.`;
}

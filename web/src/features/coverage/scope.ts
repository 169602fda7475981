import type { WatchList } from '@/api/types';

/** The most that the server lists at once. */
export const MAX_WATCHES = 100;

export type Scope = {
  hasActive: boolean;
  /** Whether an active keyword watches every subreddit, as far as it is known. */
  hasAll: boolean;
};

/** What the user's keywords look through. Where not all of them are known, it may be everything. */
export function scopeOf(list: WatchList | undefined): Scope {
  if (!list) return { hasActive: true, hasAll: true };
  const hasAll = list.watches.some(
    ({ isActive, subreddits }) =>
      isActive && subreddits.some((name) => name.toLowerCase() === 'all'),
  );
  return { hasActive: list.active > 0, hasAll: hasAll || list.watches.length < list.total };
}

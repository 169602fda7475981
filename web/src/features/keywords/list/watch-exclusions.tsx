import type { Watch } from '@/api/types';

/** What a watch passes over, in a line; nothing if that is nothing. */
export function WatchExclusions({ watch }: { watch: Watch }) {
  const subreddits = watch.excludedSubreddits.map((name) => `r/${name}`);
  const names = [...subreddits, ...watch.excludedAuthors.map((name) => `u/${name}`)];
  if (names.length === 0) return null;
  return <p className="mt-0.5 truncate text-sm text-ink-faint">Not {names.join(', ')}</p>;
}

import type { Watch } from '@/api/types';
import { authorLabel, isSite, placeLabel } from '@/lib/places';

/** Lists the exclusions of a watch in a line, or nothing if there are none. */
export function WatchExclusions({ watch }: { watch: Watch }) {
  const { subreddits, excludedSubreddits, excludedAuthors } = watch;
  // The prefix is Reddit's: beside a site, an author may belong to either.
  const where = subreddits.find(isSite) ?? 'all';
  const names = [
    ...excludedSubreddits.map(placeLabel),
    ...excludedAuthors.map((name) => authorLabel(name, where)),
  ];
  if (names.length === 0) return null;
  return (
    <p dir="auto" className="mt-0.5 truncate text-left text-sm text-ink-faint">
      Not {names.join(', ')}
    </p>
  );
}

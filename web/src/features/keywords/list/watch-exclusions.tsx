import type { Watch } from '@/api/types';
import { authorLabel, isSite, placeLabel } from '@/lib/places';

/** What a watch passes over, in a line; nothing if that is nothing. */
export function WatchExclusions({ watch }: { watch: Watch }) {
  const { subreddits, excludedSubreddits, excludedAuthors } = watch;
  // An author may be of any of the places; the prefix is Reddit's.
  const where = subreddits.find((place) => !isSite(place)) ?? subreddits[0] ?? 'all';
  const names = [
    ...excludedSubreddits.map(placeLabel),
    ...excludedAuthors.map((name) => authorLabel(name, where)),
  ];
  if (names.length === 0) return null;
  return <p className="mt-0.5 truncate text-sm text-ink-faint">Not {names.join(', ')}</p>;
}

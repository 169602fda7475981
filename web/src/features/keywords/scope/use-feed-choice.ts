import { useQuery } from '@tanstack/react-query';

import { followedFeedsQuery } from '@/entities/feed/followed-feeds';
import { useReadsFeeds } from '@/entities/feed/reads-feeds';
import { placeLabel } from '@/lib/places';

/**
 * Returns the feeds that a keyword may listen to: its own first, then all others that the user
 * follows, by title. Without the list, because it is loading or failed, only its own.
 */
export function useFeedChoice(own: readonly string[], chosen: readonly string[]) {
  const readsFeeds = useReadsFeeds();
  const { data } = useQuery({ ...followedFeedsQuery, enabled: readsFeeds || own.length > 0 });
  const titles = new Map(data?.feeds.map(({ place, title }) => [place, title]));
  // What the server no longer reads can be turned off, but not on.
  const offered = readsFeeds ? titles.keys() : [];
  // A chosen feed that is no longer followed can still be turned off.
  const places = [...new Set([...own, ...offered, ...chosen])];
  return {
    feeds: places.map((place) => ({ place, name: titles.get(place) ?? placeLabel(place) })),
    /** Whether there is none, although one could be followed. */
    hasNoFeeds: readsFeeds && data !== undefined && places.length === 0,
  };
}

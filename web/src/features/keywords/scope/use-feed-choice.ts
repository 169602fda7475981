import { useQuery } from '@tanstack/react-query';

import { followedFeedsQuery } from '@/entities/feed/followed-feeds';
import { useReadsFeeds } from '@/entities/feed/reads-feeds';
import { placeLabel } from '@/lib/places';

/**
 * The feeds that a keyword may listen to: those that it has already, then all others that the user
 * follows, by title. While the list is on its way, or if it does not arrive, its own alone.
 */
export function useFeedChoice(own: readonly string[], chosen: readonly string[]) {
  const readsFeeds = useReadsFeeds();
  const { data } = useQuery({ ...followedFeedsQuery, enabled: readsFeeds || own.length > 0 });
  const titles = new Map(data?.feeds.map(({ place, title }) => [place, title]));
  // What the server reads no longer can be turned off, and not on.
  const offered = readsFeeds ? titles.keys() : [];
  // One that was chosen and is followed no longer can still be turned off.
  const places = [...new Set([...own, ...offered, ...chosen])];
  return {
    feeds: places.map((place) => ({ place, name: titles.get(place) ?? placeLabel(place) })),
    /** Whether there is none, and one could be followed. */
    hasNoFeeds: readsFeeds && data !== undefined && places.length === 0,
  };
}

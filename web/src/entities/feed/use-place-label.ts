import { useQuery } from '@tanstack/react-query';

import { isFeed, placeLabel } from '@/lib/places';

import { followedFeedsQuery } from './followed-feeds';

/**
 * Returns a function that labels places, feeds by title. The list of feeds is loaded only if
 * `places` has one; until then, and for feeds that are no longer listed, the label is the host.
 */
export function usePlaceLabel(places: readonly string[]): (place: string) => string {
  const { data } = useQuery({ ...followedFeedsQuery, enabled: places.some(isFeed) });
  return (place) =>
    data?.feeds.find((feed) => feed.place === place.toLowerCase())?.title ?? placeLabel(place);
}

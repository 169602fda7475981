import { useQuery } from '@tanstack/react-query';

import { isFeed, placeLabel } from '@/lib/places';

import { followedFeedsQuery } from './followed-feeds';

/**
 * What these places are called, feeds by their titles. The list of feeds is asked for only if there
 * is one among them; until it is there, or if it has one no longer, a feed is called by its host.
 */
export function usePlaceLabel(places: readonly string[]): (place: string) => string {
  const { data } = useQuery({ ...followedFeedsQuery, enabled: places.some(isFeed) });
  return (place) =>
    data?.feeds.find((feed) => feed.place === place.toLowerCase())?.title ?? placeLabel(place);
}

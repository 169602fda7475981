import { useQuery } from '@tanstack/react-query';

import { isFeed, placeLabel } from '@/lib/places';

import { followedFeedsQuery } from './followed-feeds';

/**
 * Returns the function that labels places, and renders again once it knows the titles of feeds. They
 * are loaded only if `places` has one.
 */
export function usePlaceLabel(places: readonly string[]): (place: string) => string {
  useQuery({ ...followedFeedsQuery, enabled: places.some(isFeed) });
  return placeLabel;
}

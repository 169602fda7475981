import { isFeed, placeLabel } from '@/lib/places';

import { usePlaceLabel } from './use-place-label';

/** The label of a place. Only feeds look for their title, so that a long list asks for little. */
export const PlaceName = ({ place }: { place: string }) =>
  isFeed(place) ? <FeedName place={place} /> : placeLabel(place);

const FeedName = ({ place }: { place: string }) => usePlaceLabel([place])(place);

import { Link } from 'react-router';

import type { PlaceCoverage } from '@/api/types';
import { coveragePlacePath } from '@/config/paths';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { isFeed } from '@/lib/places';

import { KindRow } from './kind-row';
import { PlaceProblem } from './place-problem';

/** One subreddit: a problem with reading it, or the coverage of its posts and comments. */
export function PlaceRow({ place }: { place: PlaceCoverage }) {
  const labelOf = usePlaceLabel([place.name]);
  return (
    <li className="grid grid-cols-1 gap-5 px-5 py-4 @2xl:gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-sans text-base tracking-normal break-words">
          <Link
            to={coveragePlacePath(place.name)}
            className="text-brand-text underline-offset-4 hover:underline"
          >
            {labelOf(place.name)}
          </Link>
        </h3>
        <PlaceProblem place={place} />
      </div>
      {(place.posts ?? place.comments) && (
        <>
          <KindRow place={place} kind="post" />
          {/* A feed has no comments. */}
          {!isFeed(place.name) && <KindRow place={place} kind="comment" />}
        </>
      )}
    </li>
  );
}

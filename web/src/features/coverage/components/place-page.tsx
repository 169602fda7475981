import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { BackLink } from '@/components/ui/back-link';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { hasCode } from '@/lib/http/api-error';
import { isSite } from '@/lib/places';

import { placeCoverageQuery } from '../api/place-coverage';
import { NotWatched } from './not-watched';
import { PlaceBody } from './place-body';
import { PlaceProblem } from './place-problem';

/** The hourly coverage of one subreddit, and its gaps. */
export default function PlacePage() {
  const { place = '' } = useParams();
  const query = useQuery(placeCoverageQuery(place));
  const { data, error } = query;
  const name = data?.name ?? place;
  const label = usePlaceLabel([name])(name);
  const isUnwatched = hasCode(error, 'NOT_FOUND');
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{`${label}: coverage · Harken`}</title>
      <BackLink to={paths.coverage}>Coverage</BackLink>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-3xl break-words">{label}</h1>
        {data && <PlaceProblem place={data} />}
      </header>
      {isUnwatched ? (
        <NotWatched place={name} />
      ) : (
        <QueryList
          query={query}
          what={isSite(name) ? label : 'this subreddit'}
          card
          label={`Loading ${isSite(name) ? label : 'the subreddit'}`}
          rows={4}
        >
          {(coverage) => <PlaceBody coverage={coverage} />}
        </QueryList>
      )}
    </div>
  );
}

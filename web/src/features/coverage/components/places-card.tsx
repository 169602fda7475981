import type { Pagination, PlaceCoverage } from '@/api/types';
import { SectionCard } from '@/components/ui/card';
import { Pager } from '@/components/ui/pager';
import { isFeed, isSite } from '@/lib/places';

import { DayLegend } from './day-mark';
import { PlaceRow } from './place-row';

type PlacesCardProps = {
  places: readonly PlaceCoverage[];
  pagination: Pagination;
  page: number;
  /** Set while another page loads. */
  busy: boolean;
  onPage: (page: number) => void;
};

/** The subreddits, sites and feeds that keywords name, by name. */
export function PlacesCard({ places, pagination, page, busy, onPage }: PlacesCardProps) {
  const title = titleOf(places.map(({ name }) => name));
  return (
    <SectionCard title={title}>
      <ul
        aria-label={title}
        aria-busy={busy}
        className={`@container divide-y divide-line ${busy ? 'opacity-60' : ''}`}
      >
        {places.map((place) => (
          <PlaceRow key={place.name} place={place} />
        ))}
      </ul>
      <DayLegend />
      {pagination.total > 1 && (
        <div className="border-t border-line p-3">
          <Pager page={page} pagination={pagination} onPage={onPage} />
        </div>
      )}
    </SectionCard>
  );
}

function titleOf(places: readonly string[]): string {
  const others = [
    ...(places.some((place) => isSite(place) && !isFeed(place)) ? ['sites'] : []),
    ...(places.some(isFeed) ? ['feeds'] : []),
  ];
  return new Intl.ListFormat('en-GB').format(['Subreddits', ...others]);
}

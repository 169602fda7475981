import type { PlaceCoverageDetail } from '@/api/types';
import { Card } from '@/components/ui/card';
import { counted } from '@/lib/number';
import { isFeed, placeLabel } from '@/lib/places';

import { DayLegend } from './day-mark';
import { GapsCard } from './gaps-card';
import { HoursCard } from './hours-card';
import { KindRow } from './kind-row';

export function PlaceBody({ coverage }: { coverage: PlaceCoverageDetail }) {
  const { name, posts, comments, hours, gaps, unavailable } = coverage;
  return (
    <>
      <Card>
        <div className="@container grid grid-cols-1 gap-5 px-5 py-4 @2xl:gap-3">
          <KindRow place={coverage} kind="post" withAudits />
          {!isFeed(name) && <KindRow place={coverage} kind="comment" withAudits />}
          {unavailable > 0 && (
            <p className="text-sm text-ink-soft">
              {counted(unavailable, 'item', 'items')} from the last 30 days never appeared:{' '}
              {placeLabel(name)} numbered {unavailable === 1 ? 'it' : 'them'}, but showed nothing
              within an hour.
            </p>
          )}
        </div>
        <DayLegend />
      </Card>
      {posts && <HoursCard place={name} kind="post" hours={hours} />}
      {comments && <HoursCard place={name} kind="comment" hours={hours} />}
      <GapsCard gaps={gaps} places={[coverage]} />
    </>
  );
}
